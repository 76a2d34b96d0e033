//! Hierarchical algorithms on all machines of boxes at once: stages, step costs and closed forms in N, G and R.
//!
//! The machine has N boxes of G nodes and R rails, and its classes of links are in the order [inside, between]. So of
//! a message between boxes the words cost t_w[between]. If all places send at once, ceil(G/R) of them share a rail,
//! which charges one after another. Inside a box each message has its links to itself (specs/lemmas.md, In each group).

use super::algorithm::{Formula, Plan};
use super::levels::{Lines, Stage};
use super::rules::{self, Words};
use super::{Algorithm, ClosedForm, StepCosts};
use hockney_base::rule::Rule;
use hockney_core::collective::{Blocks, collective};
use hockney_core::topology::{Family, Feature};

/// An algorithm on all machines of a family of boxes.
#[derive(Clone, Debug)]
pub struct Boxed {
    /// Its stages, each with the costs of a message without words and of a word.
    pub stages: Vec<(Lines, [String; 2])>,
    /// Whether they run backwards, from the last step to the first.
    pub backwards: bool,
    /// The costs of its steps.
    pub costs: StepCosts,
    /// Its closed form.
    pub form: String,
}

/// The numbers of parts on the two levels.
const NUMBERS: [&str; 2] = ["N", "G"];

impl Algorithm {
    /// The algorithm on a family of boxes with rails; `None` on another one, without stages, or without a closed form.
    pub fn in_boxes(&self, family: &'static Family) -> Option<Boxed> {
        let alike = self.group_size().is_some();
        self.on(family).filter(|_| alike || family.offers().contains(&Feature::Rails))?;
        let Formula::Text(form) = self.cost else { return None };
        let (of, backwards) = match self.plan {
            Plan::Backwards(of) => (of, true),
            _ => (self, false),
        };
        let Plan::Groups(_, _, stages) = of.plan else { return None };
        let lines = stages.iter().map(Stage::on_two_levels);
        let lines: Vec<Lines> = lines.collect::<Option<_>>()?;
        let shared = lines.iter().any(|of| !of.inside && !of.first_only);
        let ways = if shared { "ceil(G/R) t_w[between]" } else { "t_w[between]" };
        let times = if alike {
            [ALIKE, ALIKE].map(|times| times.map(str::to_owned))
        } else {
            [
                [startup(family, false), ways.to_owned()],
                [startup(family, true), "t_w[inside]".to_owned()],
            ]
        };
        let stages: Vec<_> =
            lines.into_iter().map(|of| (of, times[usize::from(of.inside)].clone())).collect();
        let costs = step_costs(of, &stages, family)?;
        let costs = if backwards { costs.backwards() } else { costs };
        let form = form
            .replace("{in}", &format!("({})", times[1][0]))
            .replace("{out}", &format!("({})", times[0][0]))
            .replace("{a}", &times[1][1])
            .replace("{b}", &times[0][1]);
        Some(Boxed { stages, backwards, costs, form })
    }

    /// Its closed form on a family, or in N, G and R on all machines of boxes.
    pub fn stated_form(&self, family: &'static Family, sides: usize) -> Option<ClosedForm> {
        let boxed = || {
            let formula = self.in_boxes(family)?.form;
            Some(ClosedForm { formula, source: self.source(), textbook: None })
        };
        self.closed_form(family, sides).or_else(boxed)
    }

    /// The costs of its steps on a family, or on all machines of boxes.
    pub fn stated_costs(&self, family: &'static Family, sides: usize) -> Option<StepCosts> {
        let boxed = || Some(self.in_boxes(family)?.costs);
        let Some(size) = self.group_size() else {
            return self.step_costs(family, sides).or_else(boxed);
        };
        let mut costs = boxed()?;
        (costs.groups, costs.multiples_of) = (false, size);
        for phase in &mut costs.phases {
            for text in [&mut phase.from, &mut phase.to, &mut phase.cost] {
                *text = at_group_size(size, text);
            }
        }
        Some(costs)
    }
}

/// The costs of a message without words and of a word where all links are alike.
const ALIKE: [&str; 2] = ["t_s", "t_w"];

/// A formula in N and G at this G.
fn at_group_size(size: u32, text: &str) -> String {
    text.replace('N', &format!("(p/{size})")).replace('G', &size.to_string())
}

/// The cost of a message without words, inside a box or between two: its links by class.
fn startup(family: &Family, inside: bool) -> String {
    let machine = (family.network)(if inside { &[1, 2] } else { &[2, 1] });
    let (names, mut links) = (machine.class_names(), Vec::new());
    machine.route_links(0, 1, &mut Vec::new(), &mut links);
    let hops = |(class, name): (usize, &String)| {
        let count = links.iter().filter(|link| machine.class(**link) == Some(class)).count();
        match count {
            0 => String::new(),
            1 => format!(" + t_h[{name}]"),
            count => format!(" + {count} t_h[{name}]"),
        }
    };
    format!("t_s{}", names.iter().enumerate().map(hops).collect::<String>())
}

/// The costs of the steps of all stages.
fn step_costs(
    of: &Algorithm,
    stages: &[(Lines, [String; 2])],
    family: &'static Family,
) -> Option<StepCosts> {
    let blocks = collective(of.collective())?.blocks();
    // Whether the data are divided between the parts of a level.
    let mut divided = [of.collective() == "all-gather"; 2];
    let mut all: Option<StepCosts> = None;
    for (lines, [startup, word]) in stages {
        let own = usize::from(lines.inside);
        let (length, others) = (NUMBERS[own], NUMBERS[1 - own]);
        let (block, whole) = match (blocks, divided[1 - own]) {
            (Blocks::Token, _) => (String::new(), String::new()),
            (Blocks::Pieces, true) => (String::new(), format!("m {word}/{others}")),
            (Blocks::Pieces, false) => (String::new(), format!("m {word}")),
            (_, true) => (format!("m {word}"), format!("{length} m {word}")),
            (_, false) => (format!("{others} m {word}"), format!("N G m {word}")),
        };
        let signs = match blocks {
            Blocks::Token => ["", ""],
            Blocks::Pieces => ["{all}/p", "{all}"],
            Blocks::PerNode | Blocks::PerPair => ["{block}", "{all}"],
        };
        let signs = Words { block: signs[0], everything: signs[1], pairs: false };
        let mut costs = rules::step_costs(lines.rule, &signs, family, 1)?;
        for phase in &mut costs.phases {
            for text in [&mut phase.from, &mut phase.to, &mut phase.cost] {
                let on_line = text.replace('p', length).replace("t_s", startup);
                *text = on_line.replace("{block}", &block).replace("{all}", &whole);
            }
        }
        divided[own] = match lines.of {
            "scatter" | "reduce-scatter" => true,
            "all-to-all" => divided[own],
            _ => false,
        };
        all = Some(match all {
            None => costs,
            Some(all) => all.then(costs),
        });
    }
    all.map(|costs| StepCosts { groups: true, powers_of_two: false, ..costs })
}

impl Boxed {
    /// The stages from the first to the last, each with the rule that it follows and its times.
    pub fn in_order(&self) -> Vec<(Lines, Rule, &[String; 2])> {
        let each = self.stages.iter().map(|(lines, times)| {
            let rule = if self.backwards { Rule::Backwards(lines.rule) } else { *lines.rule };
            (*lines, rule, times)
        });
        let mut stages: Vec<_> = each.collect();
        if self.backwards {
            stages.reverse();
        }
        stages
    }
}
