//! Parallel iterators of rayon, or sequential replacements without the feature `parallel`.
//!
//! Results keep the order of their inputs, so both variants give the same bytes.

#[cfg(feature = "parallel")]
pub use rayon::{current_num_threads, join, prelude};

/// The number of threads.
#[cfg(not(feature = "parallel"))]
pub fn current_num_threads() -> usize {
    1
}

/// Both results.
#[cfg(not(feature = "parallel"))]
pub fn join<A, B>(one: impl FnOnce() -> A, other: impl FnOnce() -> B) -> (A, B) {
    (one(), other())
}

/// The part of `rayon::prelude` that the library calls, on plain iterators.
#[cfg(not(feature = "parallel"))]
pub mod prelude {
    use std::slice::IterMut;

    /// As in rayon.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// The plain iterator.
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    /// As in rayon.
    pub trait ParallelSlice<T> {
        /// The plain iterator.
        fn par_iter_mut(&mut self) -> IterMut<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter_mut(&mut self) -> IterMut<'_, T> {
            self.iter_mut()
        }
    }

    /// As in rayon.
    pub trait ParallelIterator: Iterator + Sized {
        /// Maps with one state.
        fn map_init<S, R>(
            self,
            init: impl FnOnce() -> S,
            mut map: impl FnMut(&mut S, Self::Item) -> R,
        ) -> impl Iterator<Item = R> {
            let mut state = init();
            self.map(move |item| map(&mut state, item))
        }
    }

    impl<I: Iterator> ParallelIterator for I {}
}
