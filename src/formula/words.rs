//! What a word in a formula stands for: symbols and their aliases, functions, and several of
//! them written without a gap (`twm`, `t_wmp`, `logp`).

/// A function of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The logarithm to base 2: `log`, `log2`, `log_2`, `lg`.
    Log2,
    /// The natural logarithm: `ln`. Only that of 1 is exact.
    Ln,
    /// The square root: `sqrt`, `√`.
    Sqrt,
    /// The least whole number not below: `ceil`, `⌈ ⌉`.
    Ceil,
    /// The greatest whole number not above: `floor`, `⌊ ⌋`.
    Floor,
    /// The least of some.
    Min,
    /// The greatest of some.
    Max,
}

impl Function {
    /// How it is written in plain notation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Log2 => "log2",
            Self::Ln => "ln",
            Self::Sqrt => "sqrt",
            Self::Ceil => "ceil",
            Self::Floor => "floor",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}

/// One piece of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Name(String),
    Function(Function),
    Mod,
}

/// The symbols that are known without being bound, with their aliases.
const SYMBOLS: [(&str, &str); 9] = [
    ("p", "p"),
    ("m", "m"),
    ("d", "d"),
    ("t_s", "t_s"),
    ("ts", "t_s"),
    ("t_w", "t_w"),
    ("tw", "t_w"),
    ("t_h", "t_h"),
    ("th", "t_h"),
];

/// The functions that may be glued to what follows.
const GLUED: [(&str, Function); 6] = [
    ("log", Function::Log2),
    ("log2", Function::Log2),
    ("log_2", Function::Log2),
    ("lg", Function::Log2),
    ("ln", Function::Ln),
    ("sqrt", Function::Sqrt),
];

/// The functions that stand alone.
const ALONE: [(&str, Function); 4] = [
    ("ceil", Function::Ceil),
    ("floor", Function::Floor),
    ("min", Function::Min),
    ("max", Function::Max),
];

/// The name a symbol is known by: `ts` is `t_s`; other names are their own.
pub(super) fn canonical(name: &str) -> &str {
    SYMBOLS.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, symbol)| symbol)
}

/// Is it a symbol that is known without being bound?
pub(super) fn is_symbol(name: &str) -> bool {
    SYMBOLS.iter().any(|(_, symbol)| *symbol == name)
}

/// The readings of a word: pieces with the byte at which each begins.
///
/// A word that is known as a whole is that; one that is not, but falls into known pieces, is
/// their product; any other is a name. Two readings come back where both are plausible.
pub(super) fn readings(word: &str) -> Vec<Vec<(usize, Piece)>> {
    if word == "mod" {
        return vec![vec![(0, Piece::Mod)]];
    }
    if let Some((_, function)) = ALONE.iter().find(|(name, _)| *name == word) {
        return vec![vec![(0, Piece::Function(*function))]];
    }
    if let Some(piece) = piece(word) {
        return vec![vec![(0, piece)]];
    }
    let mut found = Vec::new();
    // No glued product is longer, and the number of splits stays small.
    if word.len() <= 24 && word.is_ascii() {
        split(word, 0, &mut Vec::new(), &mut found);
    }
    if found.is_empty() {
        found.push(vec![(0, Piece::Name(word.to_owned()))]);
    }
    found
}

fn split(
    word: &str,
    at: usize,
    so_far: &mut Vec<(usize, Piece)>,
    found: &mut Vec<Vec<(usize, Piece)>>,
) {
    if found.len() == 2 {
        return;
    }
    if at == word.len() {
        // A function at the end of a word takes what follows the word.
        found.push(so_far.clone());
        return;
    }
    for end in at + 1..=word.len() {
        if let Some(piece) = piece(&word[at..end]) {
            so_far.push((at, piece));
            split(word, end, so_far, found);
            so_far.pop();
        }
    }
}

fn piece(part: &str) -> Option<Piece> {
    let symbol = SYMBOLS.iter().find(|(alias, _)| *alias == part);
    let function = GLUED.iter().find(|(name, _)| *name == part);
    symbol
        .map(|(_, name)| Piece::Name((*name).to_owned()))
        .or_else(|| function.map(|(_, function)| Piece::Function(*function)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(word: &str) -> Vec<String> {
        let piece = |(_, piece): &(usize, Piece)| match piece {
            Piece::Name(name) => name.clone(),
            Piece::Function(function) => function.name().to_owned(),
            Piece::Mod => "mod".to_owned(),
        };
        let join = |pieces: &Vec<_>| pieces.iter().map(piece).collect::<Vec<_>>().join(" ");
        readings(word).iter().map(join).collect()
    }

    #[test]
    fn words_fall_into_known_pieces_or_stay_whole() {
        let cases = [
            ("twm", "t_w m"),
            ("mtw", "m t_w"),
            ("mt_w", "m t_w"),
            ("t_wm", "t_w m"),
            ("t_wmp", "t_w m p"),
            ("t_sp", "t_s p"),
            ("logp", "log2 p"),
            ("tslogp", "t_s log2 p"),
            ("log_2p", "log2 p"),
            ("mod", "mod"),
            ("min", "min"),
            ("md", "m d"),
            ("k_2", "k_2"),
            ("k_10", "k_10"),
            ("rc", "rc"),
            ("p2", "p2"),
            ("alpha", "alpha"),
            ("message_size", "message_size"),
            ("t_", "t_"),
        ];
        for (word, pieces) in cases {
            assert_eq!(shown(word), [pieces], "{word}");
        }
    }

    #[test]
    fn long_words_cost_nothing() {
        assert_eq!(shown(&"p".repeat(60_000)).len(), 1);
    }
}
