//! Costs whose messages have the times of tables: the tables among the numbers of a model, and what a cost is with them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Serialize, Serializer};

use super::numbers::{NEEDS_BYTES, in_unit, unit_named};
use super::times::added;
use super::{Cost, Counted, MessageTime, Numbers, QuantityError, TimeLine, TimePiece, TimeTable};
use hockney_base::number::{Quantity, Rational};

/// A message whose time is that of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SizedMessage {
    /// The class of links, if links have classes.
    pub class: Option<String>,
    /// Its words, in units of m.
    pub words: Rational,
}

/// A message of a size, and how often it is paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SentTimes {
    /// The message.
    #[serde(flatten)]
    pub sent: SizedMessage,
    /// How often it is paid.
    pub times: Rational,
}

/// Messages as a list.
pub(crate) fn as_list<S: Serializer>(
    messages: &BTreeMap<SizedMessage, Rational>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(listed(messages))
}

fn listed(messages: &BTreeMap<SizedMessage, Rational>) -> impl Iterator<Item = SentTimes> {
    messages.iter().map(|(sent, times)| SentTimes { sent: sent.clone(), times: times.clone() })
}

/// How many sizes of messages are written one by one.
const MOST_WRITTEN: usize = 12;

/// `2 t(m) + t[far](m/2)`; the first and the last ones of many. Returns whether there are none.
pub(crate) fn write_sent(
    f: &mut fmt::Formatter<'_>,
    messages: &BTreeMap<SizedMessage, Rational>,
) -> Result<bool, fmt::Error> {
    let (most, all) = (f.precision(), messages.len());
    let number = |of: &Rational| match most {
        Some(digits) => of.significant(digits.try_into().unwrap_or(u32::MAX)),
        None => of.to_string(),
    };
    let left_out = if all > MOST_WRITTEN { 2..all - 2 } else { 0..0 };
    for (place, (SizedMessage { class, words }, times)) in messages.iter().enumerate() {
        if left_out.contains(&place) {
            if place == left_out.start {
                f.write_str(" + ..")?;
            }
            continue;
        }
        f.write_str(if place == 0 { "" } else { " + " })?;
        if !times.is_one() {
            write!(f, "{} ", number(times))?;
        }
        let class = class.as_ref().map_or_else(String::new, |class| format!("[{class}]"));
        let words = match words {
            words if words.is_zero() => "0".to_owned(),
            words if words.is_one() => "m".to_owned(),
            words => format!("{} m", number(words)),
        };
        write!(f, "t{class}({words})")?;
    }
    if !left_out.is_empty() {
        write!(f, " ({all} sizes)")?;
    }
    Ok(messages.is_empty())
}

impl Cost {
    /// Its messages, if their times are those of a table, by class and size.
    pub fn sent(&self) -> Vec<SentTimes> {
        listed(&self.messages).collect()
    }

    /// Whether the other cost has a message at least as large for each of its own, on links of the same class: then it is no
    /// less with any table.
    pub(crate) fn has_no_more_messages(&self, other: &Cost) -> bool {
        let of = |cost: &Cost, least: &SizedMessage| -> Rational {
            let all = cost.messages.range(least.clone()..);
            all.take_while(|(sent, _)| sent.class == least.class).map(|(_, times)| times).sum()
        };
        self.messages.keys().all(|sent| of(self, sent) <= of(other, sent))
    }

    /// The same if its messages are the last of so many at a port: each other one takes at least as long as one without words,
    /// on links of the same class.
    pub(crate) fn after_others(mut self, startups: u64) -> Self {
        let nothing =
            |sent: &SizedMessage| SizedMessage { words: Rational::zero(), ..sent.clone() };
        let others: Vec<SizedMessage> = self.messages.keys().map(nothing).collect();
        if startups > 1 {
            for one in others {
                *self.messages.entry(one).or_default() += &Rational::from(startups - 1);
            }
        }
        self
    }

    /// The same with these messages.
    pub(crate) fn with_messages(
        mut self,
        messages: impl IntoIterator<Item = SizedMessage>,
    ) -> Self {
        for sent in messages {
            *self.messages.entry(sent).or_default() += &Rational::one();
        }
        self
    }
}

/// A table with the class of links that it is of, and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTable {
    /// The class of links; nothing for all links.
    pub class: Option<String>,
    /// The name of its file.
    pub name: String,
    /// The table.
    pub table: TimeTable,
}

/// The times of messages on a class of links, for words, in the unit of all times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesOf {
    /// The class of links; nothing for all links.
    pub class: Option<String>,
    /// The name of its table.
    pub name: String,
    /// The time of a message.
    pub time: MessageTime,
}

/// Messages beyond the sizes of a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Beyond {
    /// The name of the table.
    pub name: String,
    /// The words of the smallest and of the largest message.
    pub sent: [Rational; 2],
    /// The words of the smallest and of the largest size of the table.
    pub measured: [Rational; 2],
}

impl Numbers {
    /// The same numbers with tables of times instead of t_s and t_w. Sizes in bytes without a size of a word are those of
    /// words of a byte.
    ///
    /// # Errors
    /// A table beside t_s or t_w, two tables of the same links, and sizes in bytes beside m in words.
    pub fn with_tables(mut self, tables: &[NamedTable]) -> Result<Self, QuantityError> {
        let Some(first) = tables.first() else { return Ok(self) };
        let error = |why: &str| QuantityError::new("--times", why);
        let given = [("--ts", self.t_s.is_some()), ("--tw or --bandwidth", self.t_w.is_some())];
        if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
            return Err(error(&format!("and {option} set the same times: leave one out")));
        }
        if self.links.iter().any(|link| link.t_w.is_some()) {
            return Err(error("and --link set the same times: leave one out"));
        }
        let twice =
            |(i, one): (usize, &NamedTable)| tables[..i].iter().any(|o| o.class == one.class);
        if tables.iter().enumerate().any(twice) {
            let why =
                "gives the same links two tables: write --times inside=FILE --times between=FILE";
            return Err(error(why));
        }
        if self.word.is_none() && tables.iter().any(|of| of.table.counted == Counted::Bytes) {
            if self.m.is_some() {
                let name = &first.name;
                return Err(error(&format!("{name} has sizes in bytes and {NEEDS_BYTES}")));
            }
            self.word = Some(Rational::one());
        }
        let unit = unit_named(Some(self.unit.unwrap_or("us")));
        if self.unit.is_none() {
            let bare = Quantity { value: self.t_h.clone(), unit: None };
            in_unit("--th", Some(bare), unit)?;
        }
        let (_, picoseconds) = unit.unwrap_or_default();
        for NamedTable { class, name, table } in tables {
            let time = table.message_time(self.word.as_ref(), picoseconds);
            let time = time.ok_or_else(|| error(NEEDS_BYTES))?;
            self.tables.push(TimesOf { class: class.clone(), name: name.clone(), time });
        }
        self.unit = unit.map(|(name, _)| name);
        Ok(self)
    }

    /// The table of a class of links, or that of all links.
    pub fn table_of(&self, class: Option<&str>) -> Option<&MessageTime> {
        let of = |class: Option<&str>| self.tables.iter().find(|of| of.class.as_deref() == class);
        of(class).or_else(|| of(None)).map(|of| &of.time)
    }

    /// The time of a message of so many words on links of a class, without its hops: by a table, or t_s and t_w. `None` if it is
    /// not given.
    pub fn time_of(&self, class: Option<&str>, words: &Rational) -> Option<Rational> {
        if !self.tables.is_empty() {
            return Some(self.table_of(class)?.of(words));
        }
        let named = || self.classes.iter().find(|times| Some(&*times.name) == class);
        let t_w = if class.is_some() { named()?.t_w.as_ref() } else { self.t_w.as_ref() };
        let words = if words.is_zero() { Rational::zero() } else { words * t_w? };
        Some(self.t_s.as_ref()? + &words)
    }

    /// The time of the messages of a cost, with their hops; `None` of a cost that does not know its messages.
    pub(crate) fn of_messages(&self, cost: &Cost) -> Option<Rational> {
        if !cost.t_s.is_zero() && !cost.has_messages() {
            return None;
        }
        let mut total = &cost.t_h * &self.t_h;
        for (SizedMessage { class, words }, times) in &cost.messages {
            total += &(times * &self.table_of(class.as_deref())?.of(&self.of_m(words)?));
        }
        total += &(&self.of_m(&cost.gamma)? * &self.timing.gamma);
        Some(total)
    }

    /// A table of which messages of this cost are smaller or larger than all of its sizes: its name, and the words of the
    /// smallest and the largest message and size. Each end line continues there.
    pub fn beyond(&self, cost: &Cost) -> Vec<Beyond> {
        let all = || cost.with_greatest().flat_map(|cost| cost.messages.keys());
        let of_table = |of: &TimesOf| {
            let measured = of.time.measured()?.clone();
            let table = |sent: &&SizedMessage| {
                self.table_of(sent.class.as_deref())
                    .is_some_and(|time| std::ptr::eq(time, &raw const of.time))
            };
            let words = all().filter(table).filter_map(|sent| self.of_m(&sent.words));
            let words: BTreeSet<Rational> = words.collect();
            let sent = [words.first()?.clone(), words.last()?.clone()];
            let is_beyond = sent[0] < measured[0] || sent[1] > measured[1];
            is_beyond.then(|| Beyond { name: of.name.clone(), sent, measured })
        };
        self.tables.iter().filter_map(of_table).collect()
    }

    /// What a total of this cost needs and is not given.
    pub(crate) fn tables_missing(&self, cost: Option<&Cost>) -> Vec<String> {
        let all = cost.into_iter().flat_map(Cost::with_greatest);
        let all = all.flat_map(|cost| cost.messages.keys());
        let sizes = || all.clone().any(|sent| !sent.words.is_zero());
        let mut missing = Vec::new();
        if self.m.is_none() && (cost.is_none() || sizes()) {
            missing.push("-m".to_owned());
        }
        let classes = all.clone().filter_map(|sent| sent.class.as_deref());
        let classes: BTreeSet<&str> =
            classes.filter(|of| self.table_of(Some(of)).is_none()).collect();
        missing.extend(classes.into_iter().map(|class| format!("--times {class}=FILE")));
        if all.clone().any(|sent| sent.class.is_none()) && self.table_of(None).is_none() {
            missing.push("--times FILE".to_owned());
        }
        missing
    }

    /// The messages of a cost, its hops and what is combined, together as a function of m.
    pub(crate) fn parts_of_messages(&self, cost: &Cost) -> Option<Vec<TimePiece>> {
        let each = &cost.gamma * &self.timing.gamma;
        let hops = TimeLine { fixed: &cost.t_h * &self.t_h, each };
        let mut sum = vec![(vec![TimePiece::from_0(hops)], Rational::one())];
        for (SizedMessage { class, words }, times) in &cost.messages {
            let pieces = self.table_of(class.as_deref())?.pieces();
            // A message of nothing costs the same for any m.
            let pieces = if words.is_zero() { &pieces[..1] } else { pieces };
            let part = |TimePiece { from, line: TimeLine { fixed, each } }: &TimePiece| {
                let line = TimeLine { fixed: fixed.clone(), each: each * words };
                TimePiece { from: from.checked_div(words).unwrap_or_default(), line }
            };
            sum.push((pieces.iter().map(part).collect(), times.clone()));
        }
        Some(added(&sum))
    }

    /// What no schedule of so many steps, with so many words in units of m on some way, costs less than: with a table the
    /// greatest bound by a line below it, and that line. `None` if a number is missing, or a table has a class.
    pub fn at_least(
        &self,
        steps: &Rational,
        words: &Rational,
    ) -> Option<(Rational, Option<TimeLine>)> {
        if self.tables.is_empty() {
            let cost = Cost::plain(steps.clone(), words.clone(), Rational::zero());
            return self.total(&cost).map(|total| (total, None));
        }
        let (words, call) = (self.of_m(words)?, &self.timing.call);
        let total = |line: &TimeLine| &(&(steps * &line.fixed) + &(&words * &line.each)) + call;
        let all = self.table_of(None)?.lines_below().iter();
        all.map(|line| (total(line), Some(line.clone()))).max_by(|a, b| a.0.cmp(&b.0))
    }

    /// For each number of words at which some table has a corner, numbers with t_s and t_w of lines below all tables, which
    /// touch them near that size.
    pub(crate) fn lines_below(&self) -> Vec<Numbers> {
        let all: Vec<_> = self.classes.iter().map(|class| class.name.as_str()).collect();
        let lines = |class: &&str| Some(self.table_of(Some(*class))?.lines_below());
        let Some(lines) = all.iter().map(lines).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let corner = |pair: &[TimeLine]| pair[1].meets(&pair[0]);
        let corners = lines.iter().flat_map(|of| of.windows(2).filter_map(corner));
        let corners: BTreeSet<Rational> = corners.chain([Rational::zero()]).collect();
        let at = |words: &Rational| {
            let touches = |of: &[TimeLine]| {
                of.iter().max_by_key(|line| (line.at(words), line.each.clone())).cloned()
            };
            let touching: Vec<TimeLine> = lines.iter().copied().filter_map(touches).collect();
            let t_s = touching.iter().map(|line| line.fixed.clone()).min();
            let classes = self.classes.iter().zip(touching);
            let classes = classes
                .map(|(class, line)| super::ClassTimes { t_w: Some(line.each), ..class.clone() });
            Numbers { t_s, classes: classes.collect(), tables: Vec::new(), ..self.clone() }
        };
        corners.iter().map(at).collect()
    }
}
