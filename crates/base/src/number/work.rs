//! How much exact arithmetic a thread has done, and how much it may still do.
//!
//! Every operation on a [`Rational`](super::Rational) counts itself here, by the length of its numbers. A limit that
//! each caller would have to count for is a limit that one of them forgets.

use std::cell::Cell;

use super::saturated;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
    static END: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Counts work of this thread: 1 is about the sum of two small numbers, some 50 ns.
pub fn count(work: u64) {
    DONE.set(done().saturating_add(work));
}

/// The work of this thread so far.
pub fn done() -> u64 {
    DONE.get()
}

/// Has this thread done all the work that it may do?
pub fn is_over() -> bool {
    done() >= END.get()
}

/// Runs `task`, which may do so much work, and no more than the tasks around it may do.
///
/// Numbers do not stop by themselves: what may take long asks [`is_over`] in each of its rounds.
pub fn within<T>(work: u64, task: impl FnOnce() -> T) -> T {
    struct Outer(u64);
    impl Drop for Outer {
        fn drop(&mut self) {
            END.set(self.0);
        }
    }
    let outer = Outer(END.get());
    END.set(outer.0.min(done().saturating_add(work)));
    task()
}

/// A product or quotient of numbers with so many bits.
pub(super) fn product(a: u64, b: u64) {
    count(1 + (a / 64).saturating_mul(b / 64) / 32);
}

/// A greatest common divisor, which fractions in lowest terms need.
pub(super) fn divisor(bits: u64) {
    count(4 + bits.saturating_mul(10 + bits / 64) / 50);
}

/// The work for each of so many things.
pub fn count_each(things: usize) {
    count(saturated(things));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Rational;

    fn work(task: impl FnOnce()) -> u64 {
        let before = done();
        task();
        done() - before
    }

    #[test]
    fn longer_numbers_are_more_work() {
        let number = |bits| &Rational::power_of_two(bits) - &Rational::one();
        let third = |bits| number(bits).checked_div(&3.into()).unwrap();
        let long = |of: &dyn Fn(u32)| (work(|| of(64)), work(|| of(8000)));
        let operations: [&dyn Fn(u32); 7] = [
            &|bits| drop(&number(bits) * &number(bits)),
            &|bits| drop(&third(bits) + &third(bits + 1)),
            &|bits| drop(number(bits).checked_div(&number(bits - 3))),
            &|bits| drop(number(bits).floor_root(2)),
            &|bits| drop(number(bits).gcd(&number(bits - 3))),
            &|bits| drop(number(2).pow(bits)),
            &|bits| drop(number(bits).to_string()),
        ];
        for (place, operation) in operations.into_iter().enumerate() {
            let (short, long) = long(operation);
            assert!(short >= 1 && long > 20 * short, "{place}: {short}, {long}");
        }
    }

    #[test]
    fn a_task_may_do_no_more_than_the_task_around_it() {
        within(100, || {
            within(1000, || {
                count(99);
                assert!(!is_over());
                count(1);
                assert!(is_over());
            });
            assert!(is_over());
        });
        assert!(!is_over());
    }
}
