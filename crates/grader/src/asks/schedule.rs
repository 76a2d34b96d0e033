//! All messages of all steps: the verdict of the checker, in the words of the question. And what a student says of a schedule:
//! whether it is valid, and if not, which step is the first wrong one.

use super::carried::{Carried, NEEDED, carried, turned_round};
use super::step::{however_read, of_rule, read_numbered, unreadable};
use crate::answers::{bare, bare_steps, plain};
use crate::grade::ladder::for_named;
use crate::key::judged;
use crate::prelude::*;
use crate::sheet::messages;
use crate::traced::pairs;
use hockney_ask::answer::{Priced, Subject};
use hockney_core::checker::{CheckerRule, Violation};
use hockney_core::schedule::Route;
use hockney_cost::{PricedPhase, Prices};
use hockney_files::{Result, read};

/// All messages of all steps.
#[derive(Debug)]
pub(super) struct ScheduleAsk;

impl Asked for ScheduleAsk {
    fn sentence(&self, _: &Question) -> String {
        "Write down every message of every step.".to_owned()
    }

    fn examples(&self, question: &Question) -> Vec<String> {
        let [a, b, ..] = question.first_nodes();
        vec![format!("Step 1: {a} -> {b}"), format!("Step 1: {b} -> {a}")]
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let is_document = |line: &str| line.trim_start().starts_with("format:");
        // JSON, and no list of messages.
        let names =
            |rest: &str| rest.trim_start().starts_with(|c: char| c == '"' || c.is_alphabetic());
        let json = text.trim_start().strip_prefix('{').is_some_and(names);
        let graded = if json || text.lines().any(is_document) {
            read_document(key, text)
        } else {
            let bare = bare_steps(text);
            let judge = |of: &Instance, steps| however_carried(key, of, steps);
            however_read(key, &bare.text, judge).skipping(&bare.skipped)
        };
        Ok(graded.by(Basis::Checker))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let (plan, mut step) = (key.plan(), Step::default());
        let line = |k| {
            plan.step_into(k, &mut step);
            format!("Step {}: {}\n", k + 1, messages(key, &key.request.instance, &step, usize::MAX))
        };
        (0..plan.count()).map(line).collect()
    }
}

/// How many violations a student reads, whatever rules they break.
const SHOWN: usize = 3;

/// A schedule document, which must be about the question.
fn read_document(key: &Key<'_>, text: &str) -> Graded {
    let refuse = |_: &str| Err("an answer holds its graph itself".to_owned());
    let found = match read(text, &refuse) {
        Ok(read) => read.schedule,
        Err(error) => return Graded::unreadable(unreadable(&error, text)),
    };
    let same = match &found.phases[..] {
        [phase] => phase.is_everyone() && is_about(phase.instance(), &key.question.instance),
        _ => false,
    };
    if same && found.topology == key.question.topology && found.ports == key.question.ports {
        return judge(key, judged(found));
    }
    key.say("schedule question", &[])
}

/// The grade of steps in which messages without blocks carry what is needed, or all that their senders have.
fn however_carried(key: &Key<'_>, of: &Instance, steps: Listed) -> Graded {
    let found = carried(of, &steps);
    let everything = key.judged(of, steps);
    let is_data = |rule| {
        matches!(rule, CheckerRule::NotHeld | CheckerRule::CannotForm | CheckerRule::NotDelivered)
    };
    let open = everything.as_ref().is_ok_and(|priced| {
        priced.subject.report().violations.iter().all(|found| is_data(found.rule.rule()))
    });
    let is_valid =
        |judged: &Result<Priced, String>| judged.as_ref().is_ok_and(|of| of.prices.is_some());
    let valid = is_valid(&everything);
    let all = judge(key, everything);
    let found = match found {
        Carried::Found(steps) => Some(key.judged(of, steps)),
        Carried::Given | Carried::Impossible => return all,
        Carried::Unknown => None,
    };
    match found {
        Some(found) if is_valid(&found) => {
            let graded = judged_as(key, found, true).reading(NEEDED);
            if all.share > graded.share { all } else { graded }
        }
        // What the messages carry decides it, and they do not say it.
        None if open && all.verdict != Verdict::Right => key.say("schedule blocks", &[]),
        Some(_) if open && !valid => key.say("schedule blocks", &[]),
        Some(_) | None => all,
    }
}

/// Whether both have the same question, apart from the number of pieces.
fn is_about(found: &Instance, asked: &Instance) -> bool {
    found.collective.name() == asked.collective.name()
        && (found.root, found.by, found.exclusive) == (asked.root, asked.by, asked.exclusive)
        && found.map() == asked.map()
}

/// The grade of a schedule whose messages say what they carry.
pub(super) fn judge(key: &Key<'_>, judged: Result<Priced, String>) -> Graded {
    judged_as(key, judged, false)
}

/// The violations that the checker found. A `lenient` one takes the messages of an algorithm for it, whatever they carry.
fn judged_as(key: &Key<'_>, judged: Result<Priced, String>, lenient: bool) -> Graded {
    let priced = match judged {
        Ok(priced) => priced,
        Err(why) => return key.say("schedule unchecked", &[("why", &why)]),
    };
    let (report, schedule) = (priced.subject.report(), priced.subject.schedule());
    if let Some(prices) = &priced.prices {
        return right(key, schedule, prices, lenient);
    }
    if is_reversed(key, schedule) {
        return key.say("schedule reversed", &[]);
    }
    // The first ones, and of every other rule that is broken the first.
    let mut rules: Vec<CheckerRule> = Vec::new();
    let mut shown: Vec<String> = Vec::new();
    for violation in &report.violations {
        let (rule, message) = (violation.rule.rule(), violation.message(schedule));
        let is_new = !rules.contains(&rule);
        if shown.len() < SHOWN || is_new {
            let when = violation.step.map(|_| violation.when(schedule) + ": ");
            shown.push(when.unwrap_or_default() + &message);
        }
        rules.extend(is_new.then_some(rule));
    }
    let more = report.counts.total() - shown.len() as u64;
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let text = format!("{}{more}", shown.join("; "));
    let of_right_steps = of_right_steps(key, schedule);
    let graded = if let Some(Prices { cost, .. }) = priced.with_contention() {
        let share = key.question.partial.of("congested").max(of_right_steps);
        key.say("schedule waits", &[("violations", &text), ("cost", &cost)]).earning(&share)
    } else {
        let fix = report.violations.first().map(|first| first.advice(schedule));
        let fix = fix.unwrap_or_default();
        key.say("schedule broken", &[("violations", &text), ("fix", &fix)]).earning(&of_right_steps)
    };
    graded.counted_as(rules.first().map_or("", |rule| of_rule(*rule)))
}

/// The share for the right steps before the first wrong one, by the best accepted algorithm and order.
fn of_right_steps(key: &Key<'_>, schedule: &Schedule) -> Rational {
    let share = key.question.partial.of("steps_right");
    if share.is_zero() {
        return Rational::zero();
    }
    let given = pairs(&*schedule.phases[0].steps);
    let others = key.all_traced().found.iter().filter(|traced| key.accepts(traced.algorithm));
    let part = |traced: &Traced| {
        let same = given.iter().zip(&traced.pairs).take_while(|(a, b)| a == b).count();
        Rational::ratio(same as u64, traced.pairs.len() as u64).unwrap_or_default()
    };
    let best = [key.own()].into_iter().chain(others).map(part).max();
    best.map_or_else(Rational::zero, |best| &share * &best)
}

/// Whether messages without blocks are valid with their arrows turned round.
fn is_reversed(key: &Key<'_>, schedule: &Schedule) -> bool {
    let [phase] = &schedule.phases[..] else { return false };
    let mut steps = turned_round(Listed::of(&*phase.steps).0);
    for message in steps.iter_mut().flat_map(|step| &mut step.messages) {
        if message.payload != Payload::Everything {
            return false;
        }
        message.route = Route::Default;
    }
    let turned = key.judged(phase.instance(), Listed(steps));
    turned.is_ok_and(|turned| turned.subject.report().is_valid())
}

fn right(key: &Key<'_>, schedule: &Schedule, prices: &Prices, lenient: bool) -> Graded {
    let given = pairs(&*schedule.phases[0].steps);
    if key.own().pairs == given {
        return Graded::right("right");
    }
    // The same messages with more words are no longer those of the algorithm.
    let as_dear = |traced: &&Traced| {
        let row = key.ranking.rows.iter().find(|row| row.algorithm.name() == traced.algorithm);
        lenient || row.is_none_or(|row| key.in_model(&row.cost) == key.in_model(&prices.cost))
    };
    let mut traced = key.all_traced().found.iter().filter(|traced| traced.pairs == given);
    let traced = traced.find(as_dear);
    let name = traced.map_or_else(|| "no known algorithm".to_owned(), Traced::name);
    // A schedule whose steps cost what those of the algorithm cost is as good as the algorithm's.
    let same = step_costs(key, prices) == step_costs(key, &key.prices);
    let standing = match traced.map_or("", |traced| traced.algorithm) {
        _ if same => Standing::Accepted,
        algorithm if lenient && !algorithm.is_empty() => key.standing_of(algorithm),
        algorithm => key.standing(algorithm, &prices.cost),
    };
    let cost = &prices.cost;
    if standing == Standing::Accepted {
        return key.say("schedule right", &[("name", &name), ("cost", cost)]);
    }
    for_named(key, standing, &name, &format!("a valid schedule by {name} for {cost}"), "")
}

/// The costs of the steps, each with how many steps in a row have it.
fn step_costs(key: &Key<'_>, prices: &Prices) -> Vec<(usize, Cost)> {
    let mut costs: Vec<(usize, Cost)> = Vec::new();
    for step in prices.phases.iter().flat_map(PricedPhase::steps) {
        let (count, this) = (step.last + 1 - step.first, key.in_model(&step.cost));
        match costs.last_mut() {
            Some((before, cost)) if *cost == this => *before += count,
            _ => costs.push((count, this)),
        }
    }
    costs
}

const LINES: &str = "write schedule: | and the lines below it";

/// The schedule to be judged, which must be readable itself.
fn lines(node: &Node<'_>, context: &AskContext<'_>) -> Result<String> {
    let lines = scalar::text(node, "the lines")?;
    let read = context.numbered.zip(context.instance);
    let read = read.map(|(topology, instance)| read_numbered(lines, topology, instance));
    let Some(Err(error)) = read else { return Ok(lines.to_owned()) };
    let why = error.diagnostic();
    let place = why.position(&Source::new("the schedule", lines));
    let place =
        place.map_or(String::new(), |at| format!(" at its line {}, column {}", at.line, at.column));
    let message = format!("the schedule cannot be read{place}: {}", why.message);
    bad(message, node.span, why.help.as_deref().unwrap_or(LINES))
}

/// The lines that the student is shown.
#[derive(Debug)]
pub(super) struct VerdictAsk(String);

impl VerdictAsk {
    pub(super) fn read(keys: &Keys<'_, '_>, context: &AskContext<'_>) -> Option<Self> {
        keys.must("schedule", LINES, |node| lines(node, context)).map(VerdictAsk)
    }

    /// The schedule, or why it was not checked.
    fn judged(&self, key: &Key<'_>) -> Result<Subject, String> {
        let of = &key.question.instance;
        let steps = read_numbered(&self.0, &key.question.topology, of);
        Ok(key.judged(of, steps.map_err(|error| error.to_string())?.steps)?.subject)
    }
}

impl Asked for VerdictAsk {
    fn sentence(&self, _: &Question) -> String {
        "Is this schedule valid? If not, which step is the first wrong one?".to_owned()
    }

    fn grade(&self, key: &Key<'_>, text: &str) -> Result<Graded, String> {
        let bare = bare(text, &key.question.names());
        let subject = match self.judged(key) {
            Ok(subject) => subject,
            Err(why) => return Ok(key.say("verdict unchecked", &[("why", &why)])),
        };
        let text = with_step(&bare.text, &subject);
        let said = said(&text).or_else(|| said_alone(&text, &subject));
        let said = said.ok_or("this is neither `valid` nor `invalid` with a step")?;
        let graded = of_verdict(key, &subject, &said);
        Ok(graded.skipping(&bare.skipped).by(Basis::Checker))
    }

    fn solution(&self, key: &Key<'_>) -> String {
        let first = |subject: Subject| match subject.report().violations.first() {
            None => "valid".to_owned(),
            Some(first) => {
                let step = first.step.map(|step| format!(", step {step}"));
                format!("invalid{}", step.unwrap_or_default())
            }
        };
        self.judged(key).map_or_else(|why| why, first)
    }

    fn reason(&self, key: &Key<'_>) -> Option<String> {
        self.judged(key).ok().map(|subject| spelled(&subject))
    }

    fn shown(&self) -> Option<&str> {
        Some(&self.0)
    }
}

/// What an answer says of a schedule.
struct SaidVerdict {
    valid: bool,
    /// The first wrong step.
    step: Option<usize>,
    /// What is wrong there: words and numbers, those of steps left out.
    reason: Option<Vec<String>>,
}

/// The words of a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && !"✗✘✕✓✔".contains(c));
    words.filter(|word| !word.is_empty())
}

/// Whether a violation has the numbers of a reason, and breaks a rule that its words are about.
fn is_of(reason: &[String], violation: &Violation, schedule: &Schedule) -> bool {
    let message = violation.message(schedule);
    let known: Vec<&str> = message.split(|c: char| !c.is_ascii_digit()).collect();
    let about = |rule: &str| list(rule).iter().any(|word| reason.iter().any(|of| of == word));
    let ports: &[CheckerRule] = &[CheckerRule::SendPort, CheckerRule::ReceivePort];
    let links = &[CheckerRule::Congestion, CheckerRule::Link];
    let data = &[CheckerRule::NotHeld, CheckerRule::CannotForm, CheckerRule::NotDelivered];
    let of: [(&str, &[CheckerRule]); 4] = [
        ("reason ports", ports),
        ("reason links", links),
        ("reason data", data),
        ("reason messages", ports),
    ];
    let rules = of.into_iter().find(|(words, _)| about(words));
    let digits = |word: &String| word.strip_prefix('p').unwrap_or(word).parse::<usize>().ok();
    rules.is_none_or(|(_, rules)| rules.contains(&violation.rule.rule()))
        && reason.iter().filter_map(digits).all(|number| known.contains(&&*number.to_string()))
}

/// `valid`, `invalid, step 2`, `No: step two`, `invalid (2)`, `step 2`, `congestion in step 2 on link 1-2`: verdicts that agree,
/// numbers of steps, and beside an invalid one with its step a reason in known words.
fn said(text: &str) -> Option<SaidVerdict> {
    let text = list("verdict signs").rewritten(text);
    // `valid? no, step 2`
    let asked = ["valid", "correct"].into_iter().find_map(|word| text.strip_prefix(word));
    let asked = asked.and_then(|rest| rest.trim_start().strip_prefix([':', '?', '=']));
    let text = asked.map_or(&*text, str::trim_start);
    let is_negative = text.replace(" - ", " ").contains(" -");
    let is_decimal =
        |three: &[u8]| three[1] == b'.' && three[0].is_ascii_digit() && three[2].is_ascii_digit();
    if is_negative
        || text.as_bytes().windows(3).any(is_decimal)
        || text.contains(['?', '+', '=', '<', '>', '/'])
    {
        return None;
    }
    let clauses = text.split([',', ';', ':', '.', '\n', '(']).map(|part| part.replace(" - ", " "));
    let clauses = clauses.map(|part| clause(&part)).collect::<Option<Vec<Clause>>>()?;
    let of = |valid| clauses.iter().filter(move |clause| clause.valid == Some(valid));
    let in_a_step = |clause: &&Clause| !clause.steps.is_empty();
    // `Step 1 is fine, step 2 is not valid.`
    let rest = || clauses.iter().filter(|clause| clause.valid != Some(true));
    let steps: Vec<usize> = rest().flat_map(|clause| clause.steps.iter().copied()).collect();
    let others: Vec<usize> = rest().flat_map(|clause| clause.numbers.iter().copied()).collect();
    let reason = clauses.iter().any(|clause| clause.reason);
    let fine = of(true).all(|clause| in_a_step(&clause))
        && of(false).next().is_some()
        && !steps.is_empty();
    if of(true).next().is_some() && !fine {
        let alone = of(false).next().is_none() && steps.is_empty() && others.is_empty() && !reason;
        let valid = SaidVerdict { valid: true, step: None, reason: None };
        return (alone && of(true).all(|of| !in_a_step(&of))).then_some(valid);
    }
    let step = match (&steps[..], &others[..]) {
        ([], []) if !reason => None,
        ([], [one]) if !reason => Some(*one),
        ([first, ..], _) if steps.is_sorted() => Some(*first),
        _ => return None,
    };
    // `invalid (step 3 is congested)`: what is wrong in a step is said apart from the verdict.
    let apart = of(true).next().is_none()
        && of(false).any(|clause| in_a_step(&clause))
        && of(false).any(|clause| !in_a_step(&clause));
    let is_fault = step.is_some() && (reason || apart || !others.is_empty());
    let is_step = |word: &&str| steps.iter().any(|step| step.to_string() == *word);
    let because = || words_of(text).filter(|word| !is_step(word)).map(str::to_owned).collect();
    let said = SaidVerdict { valid: false, step, reason: is_fault.then(because) };
    (of(false).next().is_some() || step.is_some() && !reason).then_some(said)
}

/// An answer with the number of the step that it calls the last, or of the only one that has the messages which it names.
fn with_step(text: &str, subject: &Subject) -> String {
    let number = format!("step {}", subject.report().steps);
    let text = list("last step").replaced(&plain(text).to_lowercase(), &number);
    let topology = &subject.schedule().topology;
    let digit = |c: char| c.is_ascii_digit();
    let parts: Vec<&str> = text.split("->").map(str::trim).collect();
    let named = parts.windows(2).map(|two| {
        let from = &two[0][two[0].trim_end_matches(digit).len()..];
        let to = &two[1][..two[1].len() - two[1].trim_start_matches(digit).len()];
        topology.parse_node(from).zip(topology.parse_node(to))
    });
    let named: Option<Vec<_>> = named.collect();
    let named = named.filter(|named| !named.is_empty() && !text.contains("step"));
    let given = pairs(&*subject.schedule().phases[0].steps);
    let has = |step: &[(u32, u32)]| named.iter().flatten().all(|message| step.contains(message));
    let mut of = (1..).zip(&given).filter(|(_, step)| has(step));
    match (named.is_some(), of.next(), of.next()) {
        (true, Some((step, _)), None) => format!("{text}, step {step}"),
        _ => text,
    }
}

/// A verdict that stands alone before a reason in any words, or behind them; `None` where it depends on the reason.
fn said_alone(text: &str, subject: &Subject) -> Option<SaidVerdict> {
    let signs = list("verdict ends").iter();
    let (at, sign) = signs.filter_map(|sign| Some((text.find(sign)?, sign))).min()?;
    let first = (&text[..at], &text[at + sign.len()..]);
    let last = text.rsplit_once(": ").map(|(rest, verdict)| (verdict, rest));
    let spaced = |phrase: &str| format!(" {phrase} ");
    let has = |text: &str, name| list(name).into_iter().any(|of| text.contains(&spaced(of)));
    // `No congestion` is of a part of a valid schedule.
    let whole = |said: &str| has(&spaced(said.trim()), "verdict valid");
    let stated = |said: &str| {
        let found = clause(said).filter(|of| !of.reason && of.numbers.is_empty())?;
        found.valid.filter(|valid| !valid || whole(said))
    };
    let Clause { valid: begins, steps: mut named, .. } = clause(first.0)?;
    let last = last.filter(|(said, _)| begins.is_some() && stated(said) == begins);
    let (said, rest) = last.unwrap_or(first);
    let valid = stated(said)?;
    let rest: Vec<&str> =
        rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let (own, contrary) = if valid {
        (["verdict fine", "verdict no"], ["verdict invalid"; 2])
    } else {
        (["verdict invalid"; 2], ["verdict valid", "verdict fine"])
    };
    let own = own.into_iter().flat_map(list);
    let others = own.fold(spaced(&rest.join(" ")), |text, of| text.replace(&spaced(of), " "));
    let turns = ["verdict turns"].into_iter().chain(contrary).any(|name| has(&others, name));
    if turns || list("verdict denied").iter().any(|sign| text.contains(sign)) {
        return None;
    }
    // The numbers of steps, and whether all others are of steps or messages and right.
    let steps = subject.report().steps;
    let messages: usize = pairs(&*subject.schedule().phases[0].steps).iter().map(Vec::len).sum();
    let word = |at: usize| rest.get(at).copied().unwrap_or_default();
    let number = |word: &str| word.parse::<usize>().ok();
    let is_step = |word: &str| words("step").contains(&word);
    let mut fits = true;
    for at in 0..rest.len() {
        let (before, behind) = (word(at.wrapping_sub(1)), word(at + 1));
        if is_step(word(at)) && number(before).is_none() {
            named.extend(number(words("places").in_digits(before).unwrap_or(behind)));
        }
        fits &= number(word(at)).is_none_or(|number| {
            rest.len() > 2 && is_step(before) && number <= steps
                || is_step(behind) && number == steps
                || list("unit messages").contains(&behind) && number == messages
        });
    }
    named.dedup();
    let violations = &subject.report().violations;
    let broken = |step: usize| violations.iter().any(|one| one.step == Some(step));
    let decided = match (violations.first(), &named[..]) {
        (None, _) => fits || !valid,
        (Some(first), [step]) if first.step.is_some() && !broken(*step) => true,
        (Some(_), _) => valid,
    };
    decided.then(|| SaidVerdict { valid, step: named.first().copied(), reason: None })
}

/// A part of an answer up to a comma or the like.
#[derive(Default)]
struct Clause {
    valid: Option<bool>,
    /// The numbers of steps, and other numbers.
    steps: Vec<usize>,
    numbers: Vec<usize>,
    /// Whether it has words that are neither a verdict nor mean nothing.
    reason: bool,
}

/// Reads a clause; `None` where a word is not known, which may turn what it says.
fn clause(text: &str) -> Option<Clause> {
    let all: Vec<&str> = words_of(text).collect();
    let is_step = |word: Option<&&str>| word.is_some_and(|word| words("step").contains(word));
    let is_filler = |word: &str| list("verdict filler").contains(&word);
    let number = |word: &str, next: Option<&&str>| {
        let place = || words("places").in_digits(word).filter(|_| is_step(next));
        let digits = word.strip_prefix('p').unwrap_or(word).parse().ok();
        digits.or_else(|| words("numbers").in_digits(word).or_else(place)?.parse().ok())
    };
    let mut found = Clause::default();
    let (mut rest, mut of_step) = (&all[..], false);
    while let [word, behind @ ..] = rest {
        let longest = |name: &str| {
            let phrases = list(name).iter().map(|phrase| phrase.split(' ').collect::<Vec<_>>());
            phrases.filter(|phrase| rest.starts_with(phrase)).map(|phrase| phrase.len()).max()
        };
        let (yes, no) =
            (longest("verdict valid").max(longest("verdict fine")), longest("verdict invalid"));
        let before = of_step;
        of_step = false;
        if let Some(length) = yes.max(no) {
            // `No` is a verdict, and `no link` is none.
            let alone = list("verdict no").contains(word) && length == 1;
            let counts = |next: &&str| {
                let step = is_step(Some(next))
                    && behind.get(1).is_some_and(|of| number(of, None).is_some());
                step || !is_step(Some(next)) && (is_filler(next) || number(next, None).is_some())
            };
            let stands = rest.len() == all.len() && behind.first().is_none_or(counts);
            if alone && !stands || found.valid.replace(yes > no).is_some_and(|of| of != (yes > no))
            {
                return None;
            }
            rest = &rest[length..];
            continue;
        }
        rest = behind;
        if let Some(number) = number(word, rest.first()) {
            let numbers = before || is_step(rest.first());
            of_step = before;
            if numbers { found.steps.push(number) } else { found.numbers.push(number) }
        } else if is_step(Some(word)) || before && ["and", "und", "y", "et", "e"].contains(word) {
            of_step = true;
        } else if list("verdict reason").contains(word) {
            found.reason = true;
        } else if !is_filler(word) {
            return None;
        }
    }
    Some(found)
}

/// The right verdict.
fn spelled(subject: &Subject) -> String {
    let schedule = subject.schedule();
    match subject.report().violations.first() {
        None => "the schedule is valid".to_owned(),
        Some(first) => {
            let (when, message) = (first.when(schedule), first.message(schedule));
            format!("the schedule is invalid at {when}: {message}")
        }
    }
}

fn of_verdict(key: &Key<'_>, subject: &Subject, said: &SaidVerdict) -> Graded {
    let steps = subject.report().steps;
    let violations = &subject.report().violations;
    let is = |step, test: &dyn Fn(&Violation) -> bool| {
        violations.iter().any(|one| one.step == step && test(one))
    };
    let of = |reason: &Vec<String>, one: &_| is_of(reason, one, subject.schedule());
    let sentence = match (violations.first().map(|first| first.step), said.step) {
        (None, _) if !said.valid => "verdict valid",
        (Some(_), _) if said.valid => "verdict invalid",
        // What is wrong at a later step as well may be said of that one.
        (Some(Some(wanted)), given @ Some(at)) if wanted != at => {
            if said.reason.is_some() && is(given, &|_| true) {
                "verdict later"
            } else {
                "verdict step"
            }
        }
        (Some(Some(_)), None) => "verdict no step",
        // What is missing at the end was not sent in the last step, or in one more.
        (Some(None), Some(given)) if ![steps, steps + 1].contains(&given) => "verdict end",
        (Some(at), _) if said.reason.as_ref().is_some_and(|why| !is(at, &|one| of(why, one))) => {
            "verdict reason"
        }
        _ => return Graded::right("right"),
    };
    key.say(sentence, &[("right", &spelled(subject))])
}
