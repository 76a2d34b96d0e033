//! What every other crate stands on: exact numbers, places in texts, terms, step rules, tables of words, and parallel iterators.

pub mod diagnostic;
pub mod number;
pub mod parallel;
pub mod rule;
pub mod table;
pub mod term;

/// A row of a report: its fields in this order, each with its value, or with the one of the variable of this name.
#[macro_export]
macro_rules! row {
    ($($(#[$attribute:meta])* $name:ident $(: $value:expr)?),* $(,)?) => {{
        // The type of a field is called like the field.
        #[allow(non_camel_case_types)]
        let row = {
            #[derive(serde::Serialize)]
            struct Row<$($name),*> { $($(#[$attribute])* $name: $name),* }
            Row { $($name $(: $value)?),* }
        };
        row
    }};
}
