//! Formulas compared for all values of their symbols: the fixtures in
//! `tests/formulas/{equal,different,undecided}/*.pairs`, where the folder is the verdict.
//!
//! `UPDATE=1 cargo test --test library equivalence` writes what the program says into the files; read the
//! difference before it is committed.

#[path = "formulas/pairs.rs"]
mod pairs;

use std::fs;

use hockney_formula::{Bindings, EquivalenceAnswer, Verdict, equivalence, parse};
use pairs::{pairs, said};

fn folder(answer: &EquivalenceAnswer) -> &'static str {
    match answer.verdict {
        Verdict::Equal => "equal",
        Verdict::Different(_) | Verdict::OtherOrder(_) => "different",
        Verdict::Undecided(_) => "undecided",
    }
}

#[test]
fn fixtures() {
    let mut wrong = Vec::new();
    for expected in ["equal", "different", "undecided"] {
        for pair in pairs(expected) {
            let [left, right] = pair.links();
            let answer = equivalence(&left, &right, &pair.given);
            let lines = said(&answer);
            if folder(&answer) != expected || lines != pair.expected {
                let name = pair.formulas.join("  |  ");
                wrong.push(format!("{}: {name}\n  {}: {lines:#?}", pair.file, folder(&answer)));
            }
            // Both ways round it is the same.
            let back = equivalence(&right, &left, &pair.given);
            assert_eq!(folder(&back), folder(&answer), "{}", pair.formulas.join("  |  "));
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        update();
        return;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Puts what is said below the formulas of every block; comments and facts stay.
fn update() {
    for folder in ["equal", "different", "undecided"] {
        let mut answers = pairs(folder).into_iter().map(|pair| {
            let [left, right] = pair.links();
            let lines = said(&equivalence(&left, &right, &pair.given));
            (pair.formulas, lines)
        });
        let mut paths: Vec<_> =
            fs::read_dir(hockney_testing::at(&format!("tests/formulas/{folder}")))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "pairs"))
                .collect();
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).unwrap();
            let mut blocks = Vec::new();
            for block in text.trim_end().split("\n\n") {
                let plain = |line: &&str| !line.starts_with('#') && !line.is_empty();
                if block.lines().filter(plain).count() == 0 {
                    blocks.push(block.to_owned());
                    continue;
                }
                let (formulas, said) = answers.next().unwrap();
                let second = block
                    .lines()
                    .filter(|line| !line.starts_with('#') && !line.starts_with("given: "))
                    .filter(|line| !line.starts_with("in: "))
                    .nth(1)
                    .and_then(|other| {
                        assert_eq!(other, formulas[1]);
                        let places = block.lines().enumerate();
                        places.filter(|(_, line)| *line == other).map(|(place, _)| place).last()
                    })
                    .unwrap();
                let mut lines: Vec<String> =
                    block.lines().take(second + 1).map(str::to_owned).collect();
                lines.extend(said);
                blocks.push(lines.join("\n"));
            }
            fs::write(&path, blocks.join("\n\n") + "\n").unwrap();
        }
    }
}

/// The point that is named is one: evaluated on their own, the two differ there.
#[test]
fn points_are_where_they_differ() {
    let mut points = 0;
    for pair in pairs("different") {
        let [left, right] = pair.links();
        let Verdict::Different(difference) = equivalence(&left, &right, &pair.given).verdict else {
            continue;
        };
        let mut bindings = Bindings::new();
        for (name, value) in &difference.at {
            bindings.set(name, value.clone());
        }
        let (Ok(one), Ok(other)) = (left.evaluate(&bindings), right.evaluate(&bindings)) else {
            // Numbers without an exact form are bounded.
            let about = [&difference.left, &difference.right].map(|side| side.contains("about "));
            assert!(about.contains(&true), "{}", pair.formulas.join("  |  "));
            continue;
        };
        assert_ne!(one, other, "{}", pair.formulas.join("  |  "));
        assert_eq!([one.to_string(), other.to_string()], [difference.left, difference.right]);
        points += 1;
    }
    assert!(points > 20);
}

/// What is called equal has equal values wherever it is evaluated.
#[test]
fn equal_formulas_have_equal_values() {
    let mut compared = 0;
    for pair in pairs("equal") {
        let [left, right] = pair.links();
        if left.growth.is_some() || right.growth.is_some() {
            continue;
        }
        for size in [1, 2, 4, 9, 16, 27, 64, 256] {
            let mut bindings = Bindings::new().with("p", size);
            for (place, name) in ["r", "c", "n", "k", "q", "a", "b", "i", "j"].iter().enumerate() {
                bindings.set(name, 2 + (place as u64 * 3 + size) % 7);
            }
            bindings.set("k_1", 3);
            bindings.set("k_2", 4);
            // A family that is given or assumed has only some of the sizes.
            let text =
                format!("{:?}{:?}", pair.given, equivalence(&left, &right, &pair.given).assuming);
            let fits = |family: &str, fits: bool| !text.contains(family) || fits;
            let power = u64::is_power_of_two(size);
            let d = left.expr.to_string() + &right.expr.to_string();
            if d.contains("2^d") && !power {
                continue;
            }
            let root = size.isqrt();
            if !(fits("2^d", power)
                && fits("q^2", root * root == size)
                && fits("4^k", power && root * root == size)
                && !text.contains("p = ")
                || text.contains("p = 2^d") && power)
            {
                continue;
            }
            let (Ok(one), Ok(other)) = (left.evaluate(&bindings), right.evaluate(&bindings)) else {
                continue;
            };
            let least = text.contains(">=") || text.contains("\"p\", ");
            assert!(
                one == other || least,
                "{} at {size}: {one} {other}",
                pair.formulas.join("  |  ")
            );
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn facts_that_say_nothing_are_refused() {
    use hockney_formula::Given;
    for text in [
        "p",
        "= 2",
        "2 = p",
        "p = ",
        "p = p^2",
        "d = 3",
        "p >= q",
        "p >= 1/2",
        "p = q = r",
        "p = d",
    ] {
        assert!(Given::default().add(text).is_err(), "{text}");
    }
    let mut given = Given::default();
    given.add("p = a*b").unwrap();
    assert!(given.add("p = 2^d").is_err());
    assert!(given.add("a = p").is_err());
}

#[test]
fn hostile_formulas_get_an_answer() {
    let deep = format!("{}p{}", "floor((".repeat(40), ")/2 + p/3)".repeat(40));
    let texts = [
        "(p + m + ts + tw + th + r + c)^60".to_owned(),
        "1/(p + m)^100 - 1/(p - m)^100".to_owned(),
        "2^(2^(2^p))".to_owned(),
        "p^(10^9)".to_owned(),
        "(3/7)^(10^8)".to_owned(),
        "sum(i = 1..p, i^24 * 2^i * 3^i)".to_owned(),
        "sum(i = 1..10^9, floor(i/7))".to_owned(),
        "floor(p/359) + floor(p/353)".to_owned(),
        "min(p, m, r, c, k, n, q) + max(m - p, r - c)".to_owned(),
        "log(log(log(log p)))".to_owned(),
        "sqrt(sqrt(p + 1) + sqrt(p + 2))".to_owned(),
        (2..400).map(|n| format!("1/(p + {n})")).collect::<Vec<_>>().join(" + "),
        (2..40).map(|n| format!("floor(p/{n})")).collect::<Vec<_>>().join(" + "),
        deep,
    ];
    let one = parse("p + 1").unwrap();
    for text in texts {
        let formula = parse(&text).unwrap();
        let (left, right) = (&formula.links()[0], &one.links()[0]);
        // An answer or none: what matters is that it comes.
        let _ = equivalence(left, right, &hockney_formula::Given::default());
        let _ = equivalence(left, left, &hockney_formula::Given::default());
    }
}
