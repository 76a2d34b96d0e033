//! What the literature attains, pair by pair: for each known algorithm one of ours takes no more
//! steps and no more words, at any small size, root, shift and number of pieces.
//!
//! `attainable/known.rs` writes the figures down once more, from the sources and not from the closed forms.

mod known;
mod routing;

use hockney_ask::{How, Ranked, ranking};
use hockney_core::collective::{COLLECTIVES, Instance, Parameter, Ports};
use hockney_core::topology::Topology;
use hockney_cost::Numbers;
use hockney_plan::planner::Request;

use hockney_testing::sweep;
use known::known;

fn request(kind: &str, topology: &Topology, ports: Ports) -> Request {
    let instance =
        Instance::new(hockney_core::collective::collective(kind).unwrap(), topology.nodes());
    Request { topology: topology.clone(), instance, ports, order: None }
}

/// Holds the list against what is known: for each figure one of our algorithms takes no more steps
/// and no more words. Returns how many figures were held.
fn no_worse(request: &Request) -> usize {
    let known = known(request);
    if known.is_empty() {
        return 0;
    }
    let of = &request.instance;
    let mut rows = ranking(request, &Numbers::default(), &How::default()).rows;
    // Algorithms that set the number of pieces answer a question without one. They are asked last, where none is enough.
    let mut whole = of.clone().with_pieces(1).ok();
    for (steps, words) in &known {
        let attained = |rows: &[Ranked]| {
            rows.iter().any(|row| row.cost.t_s <= *steps && row.cost.t_w <= *words)
        };
        if let Some(instance) = whole.take_if(|_| !attained(&rows)) {
            let whole = Request { instance, ..request.clone() };
            rows.extend(ranking(&whole, &Numbers::default(), &How::default()).rows);
        }
        let name = format!("{} on {} by {}", of.collective.name(), request.topology, of.by);
        assert!(
            attained(&rows),
            "{name}, {} pieces: nothing takes {steps} steps and {words} m",
            of.pieces
        );
    }
    known.len()
}

sweep! {
    fn no_more_steps_and_words_than_known(effort) {
        let mut held = 0;
        for topology in effort.thin(effort.machines(), 2) {
            for collective in COLLECTIVES {
                let plain = request(collective.name(), &topology, Ports::ONE);
                let with = |instance| Request { instance, ..plain.clone() };
                let of = || plain.instance.clone();
                let p = u64::from(topology.nodes());
                let requests = match collective.parameter() {
                    Some(Parameter::Root) => {
                        let pieces = |n| with(of().with_root(p - 1).unwrap().with_pieces(n).unwrap());
                        vec![plain.clone(), pieces(1), pieces(3)]
                    }
                    Some(Parameter::Exclusive) => {
                        let pieces = |n| with(of().with_exclusive(true).with_pieces(n).unwrap());
                        vec![plain.clone(), pieces(1), pieces(3)]
                    }
                    Some(Parameter::By) => {
                        (0..p).map(|q| with(of().with_by(q.cast_signed()))).collect()
                    }
                    Some(Parameter::Map) => vec![],
                    None => vec![plain.clone()],
                };
                held += requests.iter().map(no_worse).sum::<usize>();
            }
        }
        assert!(held > effort.of(500, 5000), "{held}");
    }
}

sweep! {
    fn no_more_with_all_ports(effort) {
        let mut held = 0;
        for d in 0..=effort.of(4, 6) {
            let topology = Topology::parse(&format!("hypercube:{}", 1 << d)).unwrap();
            for collective in COLLECTIVES {
                held += no_worse(&request(collective.name(), &topology, Ports::All));
            }
        }
        assert!(held > effort.of(40, 80), "{held}");
    }
}
