//! The words of rules, in the languages in which students write them.

/// Letters for nodes and steps.
pub(super) const LETTERS: [&str; 10] = ["i", "j", "k", "x", "r", "s", "t", "l", "n", "q"];
/// Words that say nothing of where a message goes.
pub(super) const FILLERS: [&str; 57] = [
    "on",
    "along",
    "in",
    "im",
    "ring",
    "um",
    "each",
    "every",
    "all",
    "any",
    "the",
    "its",
    "own",
    "their",
    "a",
    "of",
    "what",
    "it",
    "has",
    "have",
    "they",
    "everything",
    "message",
    "messages",
    "block",
    "blocks",
    "data",
    "so",
    "far",
    "received",
    "last",
    "jeder",
    "jede",
    "alle",
    "der",
    "den",
    "die",
    "das",
    "seinen",
    "seine",
    "seinem",
    "dem",
    "ihre",
    "daten",
    "nachricht",
    "cada",
    "todos",
    "el",
    "al",
    "su",
    "number",
    "then",
    "there",
    "pe",
    "value",
    "values",
    "los",
];
pub(super) const SENDS: [&str; 9] =
    ["sends", "send", "sendet", "senden", "schickt", "envía", "envia", "passes", "transmits"];
pub(super) const TO: [&str; 6] = ["to", "an", "zu", "nach", "a", "al"];
pub(super) const EXCHANGES: [&str; 9] = [
    "exchanges",
    "exchange",
    "swaps",
    "swap",
    "tauscht",
    "tauschen",
    "intercambia",
    "talks",
    "communicates",
];
pub(super) const WITH: [&str; 4] = ["with", "mit", "con", "to"];
pub(super) const EVEN: [&str; 5] = ["even", "gerade", "geraden", "par", "pares"];
pub(super) const ODD: [&str; 5] = ["odd", "ungerade", "ungeraden", "impar", "impares"];
/// What begins a condition on the node.
pub(super) const FOR: [&str; 7] = ["for", "if", "where", "when", "für", "falls", "para"];
pub(super) const NEXT: [&str; 6] = ["right", "next", "rechten", "rechter", "derecho", "successor"];
pub(super) const PREVIOUS: [&str; 6] =
    ["left", "previous", "linken", "linker", "izquierdo", "predecessor"];
pub(super) const NEIGHBOUR: [&str; 7] =
    ["neighbour", "neighbor", "nachbarn", "nachbar", "vecino", "node", "one"];
