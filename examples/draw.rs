//! Plans a broadcast and draws its steps as text and as SVG: `cargo run --example draw`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use hockney::ask::{self, Choice, How, Look};
use hockney::draw::Drawing;
use hockney::{Question, Topology};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let question = Question::new("broadcast", Topology::parse("mesh:4x4")?)?.with_root(5)?;
    // Every message is drawn, so every message must be looked at.
    let algorithm = Choice::Named("chain");
    let how = How { algorithm, look: Look::EveryMessage, ..How::default() };
    let subject = ask::checked(question.into(), &how)?;
    let drawing = Drawing::of(&subject.checked, "broadcast on a mesh, by chain");
    print!("{}", drawing.text(80)?);
    let svg = drawing.svg()?;
    println!("as SVG: {} bytes", svg.len());
    assert!(svg.starts_with("<svg"));
    Ok(())
}
