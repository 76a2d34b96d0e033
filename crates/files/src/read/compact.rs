//! Steps as templates: the messages of a few nodes, of which all others are translations.

use std::sync::Arc;

use super::steps;
use crate::{
    Content, Context, Fields, Node, Plain, ReadError, Result, list, refuse, scalar, shortened,
    within, wrong,
};
use hockney_base::diagnostic::{Diagnostic, Span};
use hockney_base::number::index;
use hockney_core::collective::Phase;
use hockney_core::schedule::{
    Frame, ListedTemplates, Message, Repeated, Steps, Symmetric, Template,
};
use hockney_core::topology::{Topology, Translations, Vertex};

/// The most steps of all items together.
const MOST_STEPS: u64 = u32::MAX as u64;

const REPEATED: &str = "repeated steps are {repeat: 7, advance: -1, messages: [..]}";

/// Templates as they are read.
pub(crate) struct Compact {
    frame: Frame,
    items: Vec<Repeated>,
    steps: u64,
}

/// All steps of a document with `translate`.
pub(super) fn steps(
    node: &Node<'_>,
    by: Translations,
    scope: &mut Context<'_>,
) -> Result<Arc<dyn Steps>> {
    let mut compact = Compact::new(by, scope.phase, scope.topology);
    for item in list(node, "the list of steps", steps::STEPS_HELP)? {
        if let Content::Mapping(_) = &item.kind {
            compact.repeated(item, scope)?;
        } else {
            let messages = steps::messages(item)?;
            compact.begin(1, 0);
            compact.messages(messages, scope)?;
            compact.count(1, item.span)?;
        }
    }
    Ok(compact.finish())
}

impl Compact {
    /// For a phase of everyone, under translations that suit its machine.
    pub(crate) fn new(by: Translations, phase: &Phase, topology: &Topology) -> Self {
        let frame = Frame::new(by, phase.instance().shape()).on(topology);
        Compact { frame, items: Vec::new(), steps: 0 }
    }

    /// Adds so many steps, which have no message yet.
    pub(crate) fn begin(&mut self, count: usize, advance: Vertex) {
        if let Some(last) = self.items.last_mut() {
            last.template.messages.shrink_to_fit();
        }
        self.items.push(Repeated { count, advance, template: Template::default() });
    }

    /// Refuses more steps than may be.
    pub(crate) fn count(&mut self, more: u64, at: Span) -> Result<()> {
        self.steps = self.steps.saturating_add(more);
        within("steps", self.steps, MOST_STEPS, Some(at))
    }

    /// Adds a message to the last step; `from` is where its sender is written.
    pub(crate) fn message(&mut self, message: &Message, from: Span) -> Result<()> {
        let (by, sender) = (self.frame.by(), message.from);
        let stands = by.representative(sender);
        if stands != sender {
            let to = by.apply(by.inverse(by.from_representative(sender)), message.to);
            let message = format!(
                "a template has the messages from node {stands}; those from node {sender} \
                 follow from them"
            );
            let help = format!(
                "write the message from node {stands}, here to node {to}, and translate its \
                 blocks in the same way"
            );
            return refuse(from, message, help);
        }
        let Some(pattern) = self.frame.pattern(message) else {
            return refuse(from, "a message without blocks", "list the blocks of the message");
        };
        if let Some(last) = self.items.last_mut() {
            last.template.messages.push(pattern);
        }
        Ok(())
    }

    /// Adds `{repeat: 7, advance: -1, messages: [..]}`.
    pub(crate) fn repeated(&mut self, node: &Node<'_>, scope: &mut Context<'_>) -> Result<()> {
        let fields = Fields::open(node, "repeated steps", REPEATED)?;
        let fields = fields.only("repeat advance messages")?;
        let count = fields.need_or("repeat", "write the number of steps, such as repeat: 7")?;
        let times = times(count)?;
        if times == 0 {
            let help = "leave them out, or write the number of steps";
            return refuse(count.span, "steps that are repeated 0 times", help);
        }
        let advance = fields.read("advance", |node| advance(node, self.frame.by()))?.unwrap_or(0);
        let messages = steps::messages(fields.need("messages")?)?;
        // Too many are refused with the others.
        self.begin(index(times), advance);
        self.messages(messages, scope)?;
        self.count(times, count.span)
    }

    /// The steps.
    pub(crate) fn finish(self) -> Arc<dyn Steps> {
        let templates = ListedTemplates::new(self.frame.clone(), self.items);
        Arc::new(Symmetric::new(self.frame, Box::new(templates)))
    }

    fn messages(&mut self, items: &[Node<'_>], scope: &mut Context<'_>) -> Result<()> {
        items.iter().try_for_each(|item| {
            let parts = steps::parts(item, scope.topology)?;
            let from = parts.from.1;
            self.message(&steps::checked(parts, scope)?, from)
        })
    }
}

/// In how many steps. However many there are is a question of the limit, not of how numbers are kept.
fn times(node: &Node<'_>) -> Result<u64> {
    let digits = scalar::integer(node, "a number of steps")?;
    let digits = digits.trim_start_matches('0');
    if let Ok(needed) = digits.parse::<u128>()
        && needed > u128::from(u64::MAX)
    {
        within("steps", needed, MOST_STEPS, Some(node.span))?;
    }
    scalar::natural(node, "a number of steps")
}

/// By how much blocks move on from step to step.
fn advance(node: &Node<'_>, by: &Translations) -> Result<Vertex> {
    let several = by.sides().len() > 1;
    match &node.kind {
        Content::Sequence(items) if several => {
            let (found, sides) = (items.len(), by.sides());
            if found != sides.len() {
                let message = format!("{found} advances for {} sides", sides.len());
                let help = "write one for each side, such as advance: [0, -1]";
                return refuse(node.span, message, help);
            }
            let mut each = items.iter().zip(sides);
            each.try_fold(0, |sum, (item, side)| Ok(sum * side + along(item, *side)?))
        }
        Content::Scalar { .. } if !several && by.is_xor() => {
            let number = scalar::natural(node, "an advance")?;
            let advance = Vertex::try_from(number).ok().filter(|advance| *advance < by.nodes());
            advance.map_or_else(
                || {
                    let last = by.nodes() - 1;
                    let help = format!("blocks advance by XOR: write a number from 0 to {last}");
                    refuse(node.span, format!("an advance by {number} is out of range"), help)
                },
                Ok,
            )
        }
        Content::Scalar { .. } if !several => along(node, by.nodes()),
        _ => {
            let help = if several {
                "write one number for each side, such as advance: [0, -1]"
            } else {
                "write a whole number, such as advance: -1"
            };
            Err(wrong(node, "an advance", Span::new(node.span.start, node.span.start + 1), help))
        }
    }
}

/// By how much blocks move on along one side.
fn along(node: &Node<'_>, side: u32) -> Result<u32> {
    let what = "an advance";
    let text = scalar::integer(node, what)?;
    let rest = scalar::modulo(node, what, side)?;
    match text.parse::<i64>() {
        Ok(number) if number.unsigned_abs() < u64::from(side) => Ok(rest),
        _ => {
            let message = format!("an advance by {} is out of range", shortened(text));
            let help =
                format!("blocks are back at their place after {side} nodes: write advance: {rest}");
            refuse(node.span, message, help)
        }
    }
}

/// The word for the translations by XOR.
const XOR: &str = "xor";

/// The translations of `translate`, which are symmetries of the topology.
pub(super) fn translations(node: &Node<'_>, topology: &Topology) -> Result<Translations> {
    let by = match &node.kind {
        Content::Sequence(items) => along_sides(node, items, topology)?,
        Content::Mapping(_) => {
            return Err(wrong(node, "a translation", node.head(), &advice(topology)));
        }
        Content::Scalar { text, .. } if text == XOR => xor(node, topology)?,
        Content::Scalar { text, .. } if Plain::of(text) == Plain::Text => {
            let message = format!("unknown translations `{}`", shortened(text));
            return refuse(node.span, message, advice(topology));
        }
        Content::Scalar { .. } => {
            let nodes = topology.nodes();
            let step = step(node, nodes, topology)?;
            Translations::cyclic(&[nodes], &[step]).ok_or_else(|| unlike(node, topology))?
        }
    };
    if topology.network().looks_the_same_under(&by) { Ok(by) } else { Err(unlike(node, topology)) }
}

/// Translations as they are written: `1`, `[2, 1]`, `xor`; `None` where they are not those of the
/// machine's sides or of all nodes in a row.
pub(crate) fn notation(by: &Translations, topology: &Topology) -> Option<String> {
    if by.is_xor() {
        return Some(XOR.to_owned());
    }
    match (by.steps(), topology.network().sides()) {
        ([step], None) => Some(step.to_string()),
        (steps, Some(sides)) if by.sides() == sides => Some(in_brackets(steps)),
        _ => None,
    }
}

/// A list as documents have it: `[0, 4, 8]`.
pub(crate) fn in_brackets(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

fn xor(node: &Node<'_>, topology: &Topology) -> Result<Translations> {
    let nodes = topology.nodes();
    let message = format!("XOR needs a power-of-two number of nodes, not {nodes}");
    let refused = || refuse(node.span, message, advice(topology));
    Translations::xor(nodes).map_or_else(refused, Ok)
}

fn along_sides(node: &Node<'_>, items: &[Node<'_>], topology: &Topology) -> Result<Translations> {
    let Some(sides) = topology.network().sides() else { return Err(unlike(node, topology)) };
    if items.len() != sides.len() {
        let (found, needed) = (items.len(), sides.len());
        let message = format!("{found} translations for the {needed} sides of a {topology}");
        return refuse(node.span, message, advice(topology));
    }
    let steps = items.iter().zip(sides).map(|(item, side)| step(item, *side, topology));
    let steps = steps.collect::<Result<Vec<u32>, _>>()?;
    Translations::cyclic(sides, &steps).ok_or_else(|| unlike(node, topology))
}

/// By how much is translated along a side: a number that divides it.
fn step(node: &Node<'_>, side: u32, topology: &Topology) -> Result<u32> {
    let step = scalar::natural(node, "a translation")?;
    match u32::try_from(step) {
        Ok(step) if step > 0 && side.is_multiple_of(step) => Ok(step),
        _ => {
            let message = format!("{step} does not divide the {side} nodes of a side");
            let help = format!("write a divisor of {side}; {}", advice(topology));
            refuse(node.span, message, help)
        }
    }
}

fn unlike(node: &Node<'_>, topology: &Topology) -> ReadError {
    let message = format!("these translations are not symmetries of a {topology}");
    Diagnostic::new(message).at(node.span).help(advice(topology)).into()
}

/// The valid values of `translate` for a topology.
fn advice(topology: &Topology) -> String {
    let sides = topology.network().sides().map(<[u32]>::to_vec);
    let sides = sides.unwrap_or_else(|| vec![topology.nodes()]);
    let ones = vec![1; sides.len()];
    let turn = Translations::cyclic(&[topology.nodes()], &[topology.network().turn()]);
    let (ones, xor) = (Translations::cyclic(&sides, &ones), Translations::xor(topology.nodes()));
    let candidates = [ones.clone(), turn.filter(|turn| Some(turn) != ones.as_ref()), xor];
    let fitting = candidates.iter().flatten();
    let fitting = fitting.filter(|by| topology.network().looks_the_same_under(by));
    let written: Vec<String> = fitting
        .filter_map(|by| notation(by, topology))
        .map(|by| format!("`translate: {by}`"))
        .collect();
    if written.is_empty() {
        format!(
            "the nodes of a {topology} are not symmetric: leave out `translate` and list \
                 every message"
        )
    } else {
        format!("on a {topology} write {}", written.join(" or "))
    }
}
