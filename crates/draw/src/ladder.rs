//! Which pictures of a schedule fit on a page: all steps, all without the data at arrows, some steps, or a matrix.

use std::collections::BTreeSet;

use super::layout::{Layout, rows};
use super::sheet::{self, Sheet};
use super::story::{Story, is_one_sum};
use super::{Drawing, Extra, Panel, chart};
use hockney_core::collective::Schedule;
use hockney_core::schedule::Listed;
use hockney_core::topology::Vertex;

/// The most pictures on a page.
const MOST_PANELS: usize = 24;

/// The most nodes that are drawn as their family looks in any case.
const MOST_NATURAL: u32 = 8;

/// The machine as its family looks, and of many nodes in rows, where the messages find room.
fn looks(drawing: &Drawing<'_>) -> Vec<Layout> {
    let topology = &drawing.checked.schedule().topology;
    let mut looks = vec![Layout::of(topology, drawing.view)];
    // Faults are at links, groups are of a grid, and places of a file are meant.
    let is_free = drawing.checked.report().is_valid()
        && drawing.extra != Extra::Groups
        && topology.places().is_none();
    if topology.nodes() > MOST_NATURAL && is_free && looks[0].rows.is_none() {
        looks.push(rows::rows(topology));
    }
    looks
}

/// The first of the reductions that makes a page, in the order of how much they leave out.
pub(super) fn page(drawing: &Drawing<'_>, story: &Story) -> Sheet {
    let (looks, ways) = (looks(drawing), panelings(drawing, story));
    let all = |data: bool| {
        // Faults are at nodes and links, and a machine says more than the sums of a reduction.
        let charted =
            drawing.checked.report().is_valid() && !(data && without_data(drawing).is_none());
        let chart = || charted.then(|| chart::page(drawing, story, &looks[0], data))?;
        first(drawing, story, &looks, &ways, data).or_else(chart)
    };
    if let Some(sheet) = tried(drawing, story, all) {
        return sheet;
    }
    let (steps, width) = (story.steps.len(), drawing.width);
    if steps > 3 {
        let middle = steps.div_ceil(2);
        let some = [1, middle, steps].into_iter().map(Panel::step).chain([Panel::After(steps)]);
        if let Some(sheet) = either(drawing, story, &looks, &some.collect::<Vec<_>>()) {
            let words = format!(
                "steps 1, {middle} and {steps} and the end are drawn, for all {steps} do not fit on a page of {width}; \
                 --steps 2 draws another one, --steps all each of them"
            );
            return Sheet { reduced: Some(words), ..sheet };
        }
    }
    let words = format!(
        "a matrix of senders and receivers is drawn, for the steps do not fit on a page of {width}; --steps 1 draws \
         one of them"
    );
    Sheet { reduced: Some(words), ..drawing.as_matrix() }
}

/// The panels that were asked for: on a page if they fit, or else as long as they are.
pub(super) fn asked(drawing: &Drawing<'_>, story: &Story, panels: &[Panel]) -> Sheet {
    let looks = looks(drawing);
    if panels.len() <= MOST_PANELS
        && let Some(sheet) = either(drawing, story, &looks, panels)
    {
        return sheet;
    }
    let words = format!("the steps that were asked for do not fit on a page of {}", drawing.width);
    Sheet { reduced: Some(words), ..sheet::long(drawing, story, &looks[0], panels) }
}

/// A page with the data at arrows, or else without them.
fn tried(
    drawing: &Drawing<'_>,
    story: &Story,
    page: impl Fn(bool) -> Option<Sheet>,
) -> Option<Sheet> {
    let carries = story.steps.iter().flatten().any(|sent| !sent.blocks.is_empty());
    let without = || Some(Sheet { reduced: without_data(drawing), ..page(false)? });
    page(true).or_else(|| carries.then(without)?)
}

/// These panels on a page, without the data at arrows where only that helps.
fn either(
    drawing: &Drawing<'_>,
    story: &Story,
    looks: &[Layout],
    panels: &[Panel],
) -> Option<Sheet> {
    let ways = [panels.to_vec()];
    tried(drawing, story, |data| first(drawing, story, looks, &ways, data))
}

/// The first of these ways that is a page.
fn first(
    drawing: &Drawing<'_>,
    story: &Story,
    looks: &[Layout],
    ways: &[Vec<Panel>],
    data: bool,
) -> Option<Sheet> {
    let on = |look: &Layout| {
        ways.iter().find_map(|panels| sheet::page(drawing, story, look, panels, data))
    };
    looks.iter().find_map(on)
}

/// What is said of a picture whose arrows have no data beside them. Of a reduction of one block each message carries the
/// sum of what came before, and of a broadcast the same.
fn without_data(drawing: &Drawing<'_>) -> Option<String> {
    let reduces =
        drawing.checked.schedule().phases.iter().all(|phase| is_one_sum(phase.instance()));
    (!reduces).then(|| {
        format!(
            "what messages carry is not written at the arrows, which do not have the room on a page of {}; \
             --steps 1 draws one step",
            drawing.width
        )
    })
}

/// The ways to draw all steps, from few pictures to many.
fn panelings(drawing: &Drawing<'_>, story: &Story) -> Vec<Vec<Panel>> {
    let steps = story.steps.len();
    let nodes = drawing.checked.schedule().topology.nodes() as usize;
    let valid = drawing.checked.report().is_valid();
    let mut ways: Vec<Vec<Panel>> = Vec::new();
    // Steps of few messages together, then fewer of them.
    for most in [nodes, nodes / 2, nodes / 4] {
        let mut panels = together(story, most);
        // One picture of copies or sums of one block says it all.
        if panels.len() > 1 || !valid || steps == 0 {
            panels.push(Panel::After(steps));
        }
        ways.push(panels);
    }
    ways.push(Panel::all(steps));
    ways.retain(|panels| panels.len() <= MOST_PANELS);
    ways.dedup();
    ways
}

/// Steps that follow each other in one panel, as long as they have at most so many messages, no two between the
/// same nodes.
fn together(story: &Story, most: usize) -> Vec<Panel> {
    let (mut panels, mut first, mut count) = (Vec::new(), 1, 0);
    let mut seen: BTreeSet<(Vertex, Vertex)> = BTreeSet::new();
    for (step, messages) in (1..).zip(&story.steps) {
        let ends = || messages.iter().map(|sent| (sent.from, sent.to));
        if step > first
            && (count + messages.len() > most || ends().any(|ends| seen.contains(&ends)))
        {
            panels.push(Panel::Steps { first, last: step - 1 });
            (first, count) = (step, 0);
            seen.clear();
        }
        count += messages.len();
        seen.extend(ends());
    }
    if !story.steps.is_empty() {
        panels.push(Panel::Steps { first, last: story.steps.len() });
    }
    panels
}

/// The most messages in a picture of several steps.
const MOST_TOGETHER: u128 = 32;

/// One picture of all steps where that can be read: no arrow twice, and few of them. Otherwise a
/// picture of each step and of the end.
pub(super) fn suitable(schedule: &Schedule, valid: bool) -> Vec<Panel> {
    let steps = schedule.steps();
    let one = schedule.phases.iter().all(|phase| phase.instance().all_blocks().len() == 1);
    let few = schedule.messages() <= MOST_TOGETHER;
    let mut seen = BTreeSet::new();
    let all = || schedule.phases.iter().flat_map(|phase| Listed::of(&*phase.steps).0);
    let mut arrows = all().flat_map(|step| step.messages).map(|sent| (sent.from, sent.to));
    if steps > 0 && valid && one && few && arrows.all(|arrow| seen.insert(arrow)) {
        return vec![Panel::Steps { first: 1, last: steps }];
    }
    Panel::all(steps)
}
