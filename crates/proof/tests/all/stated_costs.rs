//! Stated costs that are false: what a sum over small sizes refutes, the kernel certifies never.

use hockney_base::number::Rational;
use hockney_core::topology::FAMILIES;
use hockney_kernel::{Domain, Function, Phase, RuleClaim, Stage, Term, certify};
use hockney_plan::planner;
use hockney_proof::certified::certified;
use hockney_proof::statement::read;
use hockney_testing::sweep;

/// The claims of all certified algorithms, each once.
fn claims() -> Vec<RuleClaim> {
    let named = [("broadcast", "knomial-3"), ("reduce", "knomial-4"), ("all-to-all", "rotation-3")];
    let named = named.into_iter().map(|(of, name)| planner::algorithm(of, name).unwrap());
    let mut claims: Vec<RuleClaim> = Vec::new();
    for algorithm in planner::algorithms().chain(named) {
        for family in FAMILIES {
            let Some(Ok(found)) = certified(algorithm, family, 2) else { continue };
            if !claims.contains(&found.claim) {
                claims.push(found.claim);
            }
        }
    }
    claims
}

/// Values of names at a size. Times and words are large and unlike, so that no sum is another by chance.
type Size = Vec<(String, Rational)>;

fn sizes(domain: Domain) -> Vec<Size> {
    let lists: Vec<Vec<(&str, i64)>> = match domain {
        Domain::Every => (1..=14).map(|p| vec![("p", p)]).collect(),
        Domain::PowersOfTwo => (0..=4).map(|d| vec![("p", 1 << d)]).collect(),
        Domain::Shift => (1..=9)
            .flat_map(|p| (0..p).map(move |q| vec![("p", p), ("q", q), ("s", p - q)]))
            .collect(),
        Domain::Groups => (1..=3)
            .flat_map(|n| (1..=3).flat_map(move |g| (1..=2).map(move |r| (n, g, r))))
            .map(|(n, g, r)| vec![("p", n * g), ("N", n), ("G", g), ("R", r)])
            .collect(),
        Domain::Sides(_) => (1..=4)
            .flat_map(|r| (1..=4).map(move |c| vec![("p", r * c), ("k_1", r), ("k_2", c)]))
            .collect(),
    };
    let amounts = [
        ("m", 10_007),
        ("t_s", 1_000_000_007),
        ("t_w", 30_011),
        ("t_w[inside]", 50_021),
        ("t_w[between]", 70_001),
        ("t_h[inside]", 90_001),
        ("t_h[between]", 110_017),
    ];
    let with = |list: Vec<(&str, i64)>, n: i64| {
        let p = list[0].1;
        let d = p.count_ones() == 1;
        let d = d.then_some(("d", p.ilog2().into()));
        let all = list.into_iter().chain(d).chain([("n", n)]).chain(amounts);
        all.map(|(name, value)| (name.to_owned(), Rational::from(value))).collect()
    };
    lists.iter().flat_map(|list| [1, 3].map(|n| with(list.clone(), n))).collect()
}

/// The value of a formula, worked out as a person would; `None` where it has none, or is no rational number.
fn value(term: &Term, at: &Size) -> Option<Rational> {
    let of = |term: &Term| value(term, at);
    Some(match term {
        Term::Number(number) => number.clone(),
        Term::Name(name) => at.iter().find(|(own, _)| own == name)?.1.clone(),
        Term::Apply(Function::Sum, terms) => terms.iter().map(of).sum::<Option<Rational>>()?,
        Term::Apply(Function::Product, terms) => {
            terms.iter().try_fold(Rational::one(), |product, term| Some(&product * &of(term)?))?
        }
        Term::Apply(Function::Quotient, terms) => of(&terms[0])?.checked_div(&of(&terms[1])?)?,
        Term::Apply(Function::Log2, terms) => {
            let of = of(&terms[0]).filter(Rational::is_positive)?;
            of.floor_log2().filter(|floor| of.ceil_log2() == Some(*floor))?.into()
        }
        Term::Apply(function @ (Function::Floor | Function::Ceil), terms) => {
            let up = *function == Function::Ceil;
            match &terms[0] {
                Term::Apply(Function::Log2, terms) => {
                    let of = of(&terms[0]).filter(Rational::is_positive)?;
                    if up { of.ceil_log2()?.into() } else { of.floor_log2()?.into() }
                }
                Term::Apply(Function::Quotient, terms)
                    if let Some((one, base)) = log(&terms[0]).zip(log(&terms[1]))
                        && up =>
                {
                    let (of, base) = (of(one)?, of(base)?);
                    let enough = |n: &i64| power(&base, &(*n).into()).is_some_and(|n| n >= of);
                    (0..32).find(enough).filter(|_| base > Rational::one())?.into()
                }
                inner => {
                    if up {
                        of(inner)?.ceil()
                    } else {
                        of(inner)?.floor()
                    }
                }
            }
        }
        Term::Apply(Function::Min, terms) => {
            terms.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().min()?
        }
        Term::Apply(Function::Max, terms) => {
            terms.iter().map(of).collect::<Option<Vec<_>>>()?.into_iter().max()?
        }
        Term::Apply(Function::Mod, terms) => of(&terms[0])?.modulo(&of(&terms[1])?)?,
        Term::Apply(Function::Power, terms) => power(&of(&terms[0])?, &of(&terms[1])?)?,
        Term::Apply(Function::Xor, _) => return None,
    })
}

fn log(term: &Term) -> Option<&Term> {
    if let Term::Apply(Function::Log2, of) = term { of.first() } else { None }
}

fn power(base: &Rational, exponent: &Rational) -> Option<Rational> {
    let exponent = exponent.to_i64().filter(|exponent| exponent.abs() < 64)?;
    let power = base.pow(u32::try_from(exponent.abs()).ok()?);
    if exponent < 0 { power.recip() } else { Some(power) }
}

/// The costs of all steps added one by one; `None` where the text has no value.
fn sum(stages: &[Stage], at: &Size) -> Option<Rational> {
    let mut sum = Rational::zero();
    for Stage { phase, .. } in stages {
        let whole = |term| value(term, at)?.to_i64();
        let (from, to) = (whole(&phase.from)?, whole(&phase.to)?);
        if to - from > 1000 {
            return None;
        }
        let repeat = value(&phase.repeat, at)?;
        for i in from..to {
            sum += &value(&phase.cost.with("i", &Term::whole(i)), at)? * &repeat;
        }
    }
    Some(sum)
}

/// Numbers from a fixed seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below this one.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from((self.0 >> 33) % n as u64).unwrap()
    }

    /// The term with a change somewhere in it.
    fn changed(&mut self, term: &Term) -> Term {
        let number = Term::whole;
        if self.below(3) == 0 {
            return match self.below(8) {
                0 => term.clone().plus(number(1)),
                1 => term.clone().minus(number(1)),
                2 => term.clone().times(number(2)),
                3 => Term::Apply(Function::Floor, vec![term.clone().over(number(2))]),
                4 => term.clone().joined(Function::Max, number(1)),
                5 => term.clone().joined(Function::Min, number(2)),
                6 => term.clone().plus(Term::name("i")),
                _ => term.clone().times(Term::of("min(i, 1)")),
            };
        }
        match term {
            Term::Number(of) => Term::Number(match self.below(3) {
                0 => of + &Rational::one(),
                1 => of - &Rational::one(),
                _ => of * &Rational::from(2),
            }),
            Term::Name(_) => {
                const NAMES: [&str; 9] = ["p", "i", "d", "n", "q", "m", "t_s", "t_w", "k_1"];
                Term::name(NAMES[self.below(NAMES.len())])
            }
            Term::Apply(function @ (Function::Sum | Function::Product), of) => {
                Term::Apply(*function, self.one_changed(of))
            }
            Term::Apply(Function::Quotient, of) => {
                let [one, other] = [&of[0], &of[1]];
                match self.below(3) {
                    0 => self.changed(one).over(other.clone()),
                    1 => one.clone().over(self.changed(other)),
                    _ => one.clone().times(other.clone()),
                }
            }
            Term::Apply(Function::Power, of) => {
                let (k, mut of) = (self.below(2), of.clone());
                of[k] = self.changed(&of[k]);
                Term::Apply(Function::Power, of)
            }
            Term::Apply(function, of) => {
                let other = match function {
                    Function::Floor => Function::Ceil,
                    Function::Ceil => Function::Floor,
                    Function::Min => Function::Max,
                    Function::Max => Function::Min,
                    other => *other,
                };
                match self.below(2) {
                    0 => Term::Apply(other, of.clone()),
                    _ => Term::Apply(*function, self.one_changed(of)),
                }
            }
        }
    }

    /// One part changed, or left out.
    fn one_changed(&mut self, of: &[Term]) -> Vec<Term> {
        let (k, mut parts) = (self.below(of.len()), of.to_vec());
        if of.len() > 1 && self.below(4) == 0 {
            parts.remove(k);
        } else {
            parts[k] = self.changed(&parts[k]);
        }
        parts
    }

    /// Steps of which no rule is known how many there are, or that begin before step 0.
    fn odd(&mut self) -> Stage {
        const BOUNDS: [(&str, &str); 7] = [
            ("0", "d"),
            ("0", "log p"),
            ("0", "log(p - 2)"),
            ("0", "log(p + 1)"),
            ("-1", "0"),
            ("0 - p", "1 - p"),
            ("1 - floor(log p)", "1"),
        ];
        let (from, to) = BOUNDS[self.below(BOUNDS.len())];
        let cost = ["t_s", "max(0, 0 - i) t_s", "t_s + m t_w"][self.below(3)];
        let [from, to, cost, repeat] = [from, to, cost, "1"].map(|text| read(text).unwrap());
        Stage { phase: Phase { from, to, cost, repeat }, falling: self.below(2) == 0 }
    }

    fn mutant(&mut self, stated: &[Stage]) -> Vec<Stage> {
        let mut stages = stated.to_vec();
        let k = self.below(stages.len());
        match self.below(12) {
            0 => drop(stages.remove(k)),
            1 => stages.insert(k, stages[k].clone()),
            2 | 3 => stages.insert(k, self.odd()),
            place => {
                let Phase { from, to, cost, repeat } = &mut stages[k].phase;
                let term = match place {
                    4 => from,
                    5 | 6 => to,
                    7 => repeat,
                    _ => cost,
                };
                *term = self.changed(term);
            }
        }
        stages
    }
}

sweep! {
    /// Catches a stated cost that is believed because its phase is skipped, is compared in some of its steps only, or is
    /// simplified by a rule that is false.
    fn no_false_cost_is_certified(effort) {
        let claims = claims();
        assert!(claims.len() > 60, "{}", claims.len());
        let at: Vec<Vec<Size>> = claims.iter().map(|claim| sizes(claim.domain)).collect();
        for (claim, sizes) in claims.iter().zip(&at) {
            let known = sizes.iter().filter(|at| sum(&claim.stated, at).is_some()).count();
            assert!(2 * known > sizes.len(), "{known} of {}: {:?}", sizes.len(), claim.stated);
        }
        let (mut random, mut refuted) = (Random(30), 0);
        for round in 0.. {
            let (claim, sizes) = (&claims[round % claims.len()], &at[round % claims.len()]);
            let mutant = random.mutant(&claim.stated);
            let wrong = sizes.iter().any(|at| {
                sum(&mutant, at).zip(sum(&claim.stated, at)).is_some_and(|(one, other)| one != other)
            });
            if !wrong {
                continue;
            }
            refuted += 1;
            let claim = RuleClaim { stated: mutant, ..claim.clone() };
            assert!(certify(&claim).is_err(), "{claim:?}");
            if refuted == effort.of(200, 2_000) {
                break;
            }
            assert!(round < 10_000, "{refuted}");
        }
    }
}
