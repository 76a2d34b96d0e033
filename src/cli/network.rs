//! `hockney network`: what a network measures, the route between two nodes, and embeddings.

use super::prelude::*;
use super::request::{node, nodes_of};
use hockney_ask::network::{
    Embedding, Measure, NetworkMeasure, gray_code, measured, shortest_routes,
};
use hockney_core::topology::Vertex;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hockney network -t hypercube:16
  hockney network -t mesh:4x4 --route 0,15
  hockney network -t hypercube:16 --embed ring:16
  hockney network -t hypercube:8 --embed ring:8 --map 0,1,2,3,4,5,6,7")]
pub(crate) struct NetworkArgs {
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    /// Print the default route between two nodes, and count the shortest routes.
    #[arg(long, value_name = "FROM,TO")]
    pub(crate) route: Option<String>,
    /// Embed the nodes of another topology: print dilation, congestion and expansion.
    #[arg(long, value_name = "TOPOLOGY")]
    pub(crate) embed: Option<String>,
    /// The node of each embedded node, such as 0,1,3,2, or @FILE with such a list [default: Gray code
    /// on a hypercube, else the same number].
    #[arg(long, value_name = "LIST|@FILE", requires = "embed")]
    pub(crate) map: Option<String>,
    /// The output format.
    #[arg(short, long, default_value = "text", value_parser = one_of(TEXT_FORMATS))]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
}

#[derive(Serialize)]
struct RouteRow {
    route: Vec<String>,
    links: u64,
    shortest_routes: Option<Rational>,
}

#[derive(Serialize)]
struct EmbeddingRow {
    guest: String,
    places: Vec<Vertex>,
    #[serde(flatten)]
    found: Embedding,
}

pub(crate) fn run(args: &NetworkArgs) -> Result<ExitAnswer> {
    let allowed = allowed(&args.limit)?;
    let topology = super::machine::topology(&args.machine, &allowed)?;
    let route = args.route.as_deref().map(|ends| route(&topology, ends)).transpose()?;
    let embedding = args.embed.as_deref().map(|guest| embedding(args, guest, &topology, &allowed));
    let embedding = embedding.transpose()?;
    let measures = Measure::ALL.map(|what| (what, measured(&topology, what)));
    let (name, nodes) = (report::named(&topology), topology.nodes());
    let switches = topology.vertices() - nodes;
    let rows = measures.iter().map(|(what, found)| {
        let (name, NetworkMeasure { least, most, form }) = (what.name(), found);
        // The number, if it is known.
        row! { name, value: found.exact(), at_least: least, at_most: most, form }
    });
    let rows: Vec<_> = rows.collect();
    let document = row! {
        format: "hockney/network/v1",
        topology: &name,
        nodes,
        switches,
        measures: rows,
        route: &route,
        embedding: &embedding,
    };
    output::print(None, args.format, &document, &mut |out| {
        let switches = match switches {
            0 => String::new(),
            1 => ", 1 switch".to_owned(),
            switches => format!(", {switches} switches"),
        };
        let mut said = vec![Fact::new("network", format!("{name}{switches}"))];
        said.extend(measures.iter().map(|(what, found)| fact(*what, found)));
        said.extend(route.iter().flat_map(RouteRow::facts));
        said.extend(embedding.iter().flat_map(EmbeddingRow::facts));
        page::list_after(out, WIDTH, said)
    })?;
    let known = measures.iter().all(|(_, found)| found.exact().is_some());
    Ok(if known { ExitAnswer::Yes } else { ExitAnswer::Open })
}

fn fact(what: Measure, found: &NetworkMeasure) -> Fact {
    let NetworkMeasure { least, most, form } = found;
    let number = match (found.exact(), most) {
        (Some(value), _) => value.to_string(),
        (None, Some(most)) => format!("{least} to {most}"),
        (None, None) => "not known: too large to be counted".to_owned(),
    };
    let form = form.as_ref().filter(|form| form.contains(['p', 'k']));
    let form = form.map_or_else(String::new, |form| format!(" = {form}"));
    let is = what.definition().map_or_else(String::new, |is| format!(" ({is})"));
    Fact::new(what.name(), format!("{number}{form}{is}"))
}

impl RouteRow {
    fn facts(&self) -> [Fact; 3] {
        let routes = page::or_dash(self.shortest_routes.as_ref(), Rational::to_string);
        [
            Fact::new("route", self.route.join(" -> ")),
            Fact::new("its length", page::count(self.links, "link")),
            Fact::new("shortest routes", routes),
        ]
    }
}

impl EmbeddingRow {
    fn facts(&self) -> [Fact; 4] {
        let Embedding { dilation, stretched, congestion, shared, expansion } = &self.found;
        let ends = |pair: &Option<[Vertex; 2]>, of: &str| {
            pair.map_or_else(String::new, |[a, b]| format!(", such as {of} {a} -> {b}"))
        };
        let places = self.places.iter().take(MOST_PLACES).map(ToString::to_string);
        let more = if self.places.len() > MOST_PLACES { ", .." } else { "" };
        let places = places.collect::<Vec<_>>().join(", ") + more;
        [
            Fact::new("embedded", format!("{} on nodes {places}", self.guest)),
            Fact::new("dilation", format!("{dilation}{}", ends(stretched, "of its link"))),
            Fact::new("congestion", format!("{congestion}{}", ends(shared, "over link"))),
            Fact::new("expansion", expansion.to_string()),
        ]
    }
}

/// The nodes between a comma, which also stands in coordinates.
fn route(topology: &Topology, ends: &str) -> Result<RouteRow> {
    let mut halves = ends.match_indices(',').map(|(at, _)| (&ends[..at], &ends[at + 1..]));
    let both = |(from, to): &(&str, &str)| {
        [*from, *to].iter().all(|end| topology.parse_node(end).is_some())
    };
    let halves = halves.clone().find(both).or_else(|| halves.next_back()).ok_or_else(|| {
        Failure::input(format!("--route {ends} has no second node"))
            .help("write both, such as --route 0,3")
    })?;
    let (from, to) = (node(topology, halves.0)?, node(topology, halves.1)?);
    let vertices = topology.whole_route(from, to);
    let links = vertices.len() as u64 - 1;
    let route = vertices.into_iter().map(|vertex| topology.show(vertex)).collect();
    Ok(RouteRow { route, links, shortest_routes: shortest_routes(topology, from, to) })
}

fn embedding(
    args: &NetworkArgs,
    guest: &str,
    host: &Topology,
    allowed: &Allowed,
) -> Result<EmbeddingRow> {
    let machine = MachineArgs { topology: Some(guest.to_owned()), ..MachineArgs::default() };
    let guest = super::machine::topology(&machine, allowed)?;
    let places = match &args.map {
        None => gray_code(&guest, host),
        Some(text) => {
            let one = |number: u64| node(host, &number.to_string());
            nodes_of(text, "--map")?.into_iter().map(one).collect::<Result<_>>()?
        }
    };
    let found = Embedding::of(&guest, host, &places)
        .map_err(|why| Failure::input(format!("{guest} is not embedded in {host}: {why}")))?;
    Ok(EmbeddingRow { guest: guest.to_string(), places, found })
}

/// How wide the words before the lines are.
const WIDTH: usize = 19;

/// The most places that are printed.
const MOST_PLACES: usize = 64;
