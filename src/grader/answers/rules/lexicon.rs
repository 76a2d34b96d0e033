//! The words of rules, in the languages in which students write them.

use super::super::super::lists::List;

pub(super) static LETTERS: List = List::named("rule letters");
pub(super) static FILLERS: List = List::named("rule fillers");
pub(super) static SENDS: List = List::named("rule sends");
pub(super) static TO: List = List::named("rule to");
pub(super) static EXCHANGES: List = List::named("rule exchanges");
pub(super) static WITH: List = List::named("rule with");
pub(super) static EVEN: List = List::named("rule even");
pub(super) static ODD: List = List::named("rule odd");
pub(super) static FOR: List = List::named("rule for");
pub(super) static NEXT: List = List::named("rule next");
pub(super) static PREVIOUS: List = List::named("rule previous");
pub(super) static NEIGHBOUR: List = List::named("rule neighbour");
