//! `hockney send`: messages without a collective, one or several at once.

use super::args::SWITCHING;
use super::prelude::*;
use super::request::{NumberTexts, node};
use hockney_ask::answer::{AtOnce, Door, SharedDoor};
use hockney_core::topology::Vertex;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney send -t mesh:4x4 -m 100 --ts 50 --tw 1 --th 2 0-15
  hockney send -t mesh:4x4 -m 100 0-15 1-14
  hockney send -t hypercube:8 000-111 --switching store-and-forward")]
pub(crate) struct SendArgs {
    /// The messages, each from a node to another, such as 0-15. Each has m words.
    #[arg(value_name = "FROM-TO", required = true)]
    pub(crate) messages: Vec<String>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) numbers: NumberArgs,
    /// How many messages a node may send and receive in a step: one-port or all-port model.
    #[arg(long, value_name = "one|all|K", default_value_t, help_heading = "Costs")]
    pub(crate) ports: Ports,
    /// How switches forward a message.
    #[arg(long, help_heading = "Costs", default_value = "cut-through", value_parser = one_of(SWITCHING))]
    pub(crate) switching: Switching,
    /// The output format.
    #[arg(short, long, default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

/// A port or a link with more messages than it takes at once.
#[derive(Serialize)]
struct SharedRow {
    /// `link 3 -> 7`, `send port of 0`
    of: String,
    messages: u64,
    first: Vec<[Vertex; 2]>,
}

pub(crate) fn run(args: &SendArgs) -> Result<()> {
    let allowed = allowed(&args.limit)?;
    let topology = super::machine::topology(&args.machine, &allowed)?;
    let numbers = NumberTexts::of(&args.machine, &args.numbers, true)?.numbers(None)?;
    let topology = topology.with_links(&numbers.links);
    let messages = args.messages.iter().map(|text| message(&topology, text));
    let messages = messages.collect::<Result<Vec<_>>>()?;
    let model = Model { switching: args.switching, ..Model::default() };
    let how = How { numbers: numbers.clone(), model, ..request::of_files(&allowed) };
    let sent = AtOnce::send(&topology, args.ports, &messages, &how)?;
    let numbers = numbers.with_classes(topology.classes())?;
    let shared = sent.shared().into_iter().map(|shared| SharedRow::of(&topology, shared));
    let (shared, name): (Vec<_>, _) = (shared.collect(), report::named(&topology));
    let routes = messages.iter().map(|[from, to]| {
        let route = topology.whole_route(*from, *to);
        let links = route.len() as u64 - 1;
        row! { from: *from, to: *to, route, links }
    });
    let document = row! {
        format: "hockney/send/v1",
        topology: &name,
        messages: routes.collect::<Vec<_>>(),
        shared: &shared,
        cost: &sent.cost,
        total: &sent.total,
        unit: numbers.unit,
    };
    output::print(None, args.format, &document, &mut |out| {
        let many = page::count(messages.len() as u64, "message");
        writeln!(out, "{many} at once on {name}\n")?;
        let columns = [page::words("message"), number("links"), page::words("route").wraps()];
        PageTable::of(columns, &messages, |[from, to]| {
            let route = topology.whole_route(*from, *to);
            let shown = route.iter().map(ToString::to_string).collect::<Vec<_>>().join(" -> ");
            [format!("{from} -> {to}"), (route.len() - 1).to_string(), shown]
        })
        .write(out)?;
        writeln!(out)?;
        page::list(out, said(&shared, &sent, &numbers))
    })
}

/// `0-15`, `0->15` or `(0,0)-(3,3)`.
fn message(topology: &Topology, text: &str) -> Result<[Vertex; 2]> {
    let ends = ["->", "→", "-"].into_iter().find_map(|arrow| text.split_once(arrow));
    let (from, to) = ends.ok_or_else(|| {
        Failure::input(format!("`{text}` is not a message"))
            .help("write sender and receiver, such as 0-3")
    })?;
    let [from, to] = [node(topology, from.trim())?, node(topology, to.trim())?];
    if from == to {
        return Err(Failure::input(format!("`{text}` is a message from node {from} to itself"))
            .help("name two different nodes, such as 0-3"));
    }
    Ok([from, to])
}

impl SharedRow {
    fn of(topology: &Topology, SharedDoor { door, messages }: SharedDoor) -> Self {
        let of = match door {
            Door::SendPort(node) => format!("the send port of {}", topology.show(node)),
            Door::ReceivePort(node) => format!("the receive port of {}", topology.show(node)),
            Door::Link(from, to) => format!("link {from} -> {to}"),
        };
        SharedRow { of, messages: messages.count, first: messages.first }
    }
}

fn said(shared: &[SharedRow], sent: &AtOnce, numbers: &Numbers) -> Vec<Fact> {
    let lines = shared.iter().map(|SharedRow { of, messages, first }| {
        let ends = first.iter().map(|[from, to]| format!("{from} -> {to}"));
        let ends = ends.collect::<Vec<_>>().join(", ");
        let more = if first.len() as u64 == *messages { "" } else { ", .." };
        format!("{of}: {} ({ends}{more})", page::count(*messages, "message"))
    });
    let mut lines = lines.chain(shared.is_empty().then(|| "nothing".to_owned()));
    let first = Fact::new("shared", lines.next().unwrap_or_default());
    let mut said = vec![lines.fold(first, Fact::line), Fact::new("cost", page::cost(&sent.cost))];
    said.extend(sent.total.as_ref().map(|total| {
        let given = page::given(numbers, !sent.cost.t_h.is_zero());
        Fact::new("total", format!("{} {given}", amount(total, numbers)))
    }));
    said
}
