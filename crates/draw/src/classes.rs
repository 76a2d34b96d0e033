//! Links of classes: how they look, the legend below the pictures, and the slowest messages of a step.

use super::Drawing;
use super::layout::at;
use super::layout::curve::link;
use super::shape::{Anchor, Class, LETTERS, MARGIN, Shape, extent, half};
use super::story::Story;
use hockney_core::collective::{Data, Phase};
use hockney_core::schedule::{ByClass, Classed, ClassedMeasure, StepMeasure};
use hockney_core::topology::Topology;
use hockney_cost::{Cost, Model, Numbers, PricedPhase, price};

/// The styles of TikZ for the links of the first classes; further classes have them again.
pub(super) const STYLES: [&str; 6] = [
    "line width=2.1pt",
    "line width=1pt,dashed",
    "line width=1.8pt,densely dotted",
    "line width=1.6pt,dash dot",
    "line width=2.5pt,dotted",
    "line width=0.6pt",
];

/// The class of the shape of a link.
pub(super) fn of_link(topology: &Topology, from: u32, to: u32) -> Class {
    let network = topology.network();
    let class = network.link(from, to).and_then(|link| topology.class_place(link));
    class.map_or(Class::Link, |class| Class::LinkOf(class % STYLES.len()))
}

/// The numbers of a drawing, with the times of the classes of its links.
pub(super) fn numbers(drawing: &Drawing<'_>) -> Numbers {
    let given = drawing.numbers.cloned().unwrap_or_default();
    let classes = drawing.checked.schedule().topology.classes();
    given.clone().with_classes(classes).unwrap_or(given)
}

/// Marks the slowest messages of each step in which some message is faster. There are none if all links are
/// alike.
pub(super) fn mark_slowest(drawing: &Drawing<'_>, story: &mut Story) {
    let schedule = drawing.checked.schedule();
    if schedule.topology.classes().is_empty() {
        return;
    }
    let (numbers, mut number) = (numbers(drawing), 0);
    for (nth, phase) in schedule.phases.iter().enumerate() {
        for _ in 0..phase.steps.count() {
            let Some(messages) = story.steps.get_mut(number) else { return };
            number += 1;
            let load = |way: &[u32], blocks| alone(&schedule.topology, phase, way, blocks);
            let mut measures = vec![Vec::new(); schedule.phases.len()];
            measures[nth] =
                messages.iter().map(|sent| load(&sent.way, sent.count)).collect::<Vec<_>>();
            let prices = price(schedule, &measures, Model::default().with(&numbers));
            let rows = prices.phases.iter().flat_map(PricedPhase::steps);
            let costs = rows.flat_map(|row| vec![row.cost; row.last + 1 - row.first]);
            let slow = numbers.may_be_greatest(&costs.collect::<Vec<Cost>>());
            for (sent, is_slow) in messages.iter_mut().zip(&slow) {
                sent.slow = *is_slow && slow.contains(&false);
            }
        }
    }
}

/// The measure of a step of one message.
fn alone(topology: &Topology, phase: &Phase, way: &[u32], count: u64) -> StepMeasure {
    let network = topology.network();
    let mut hops: ByClass<u64> = std::iter::repeat_n(0, topology.classes().len() + 1).collect();
    let mut count_hop = |from, to| -> Option<()> {
        *hops.get_mut(topology.class_index(network.link(from, to)?))? += 1;
        Some(())
    };
    way.windows(2).for_each(|hop| _ = count_hop(hop[0], hop[1]));
    let blocks = if phase.instance().data() == Data::Token { 0 } else { u128::from(count) };
    let loads = vec![ClassedMeasure { blocks, hops }];
    let classed = Classed { loads, ..Classed::default() };
    StepMeasure { messages: 1, classed: Some(Box::new(classed)), ..StepMeasure::default() }
}

/// The lines of a legend below all pictures, none wider than this: for each class of links that are
/// drawn a link, if some messages are marked what that means, and how the first steps look.
pub(super) fn legend(topology: &Topology, shapes: &mut Vec<Shape>, width: i32, looks: usize) {
    let classes = topology.classes().iter().enumerate().map(|(i, class)| {
        (Class::LinkOf(i % STYLES.len()), format!("link of class {}", class.name))
    });
    let slow = (Class::Slow, "slowest message of a step".to_owned());
    let drawn = |mark: &(Class, String)| {
        shapes.iter().any(|shape| matches!(shape, Shape::Line(class, _) if *class == mark.0))
    };
    let marks: Vec<(Class, String)> = classes.chain([slow]).filter(drawn).collect();
    let (low, high) = extent(shapes);
    let (mut x, mut y) = (low.x, high.y + 150);
    let steps = (0..looks).map(|step| (Class::Arrow(step), format!("step {}", step + 1)));
    for (class, words) in marks.into_iter().chain(steps) {
        let wide = SAMPLE + 80 + 2 * half(&words, LETTERS - 10).x;
        if x > low.x && x + wide > low.x + width - MARGIN {
            (x, y) = (low.x, y + 150);
        }
        shapes.push(Shape::Line(class, link(at(x, y), &[], at(x + SAMPLE, y))));
        let place = at(x + SAMPLE + 60, y);
        shapes.push(Shape::Text(Class::Note, Anchor::Start, place, LETTERS - 10, words));
        x += wide + 200;
    }
}

/// The length of the line of a legend.
const SAMPLE: i32 = 400;
