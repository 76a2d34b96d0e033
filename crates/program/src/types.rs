//! The types of C and of MPI.

/// The type of a variable of C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Element {
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A request, a status, a communicator, a type of words, or nothing.
    #[default]
    Handle,
}

impl Element {
    /// The words that name it, of C and of MPI.
    const NAMES: [(Element, &str); 6] = [
        (
            Element::Char,
            "char bool uint8_t int8_t MPI_CHAR MPI_BYTE MPI_SIGNED_CHAR MPI_UNSIGNED_CHAR",
        ),
        (Element::Short, "short uint16_t int16_t MPI_SHORT"),
        (
            Element::Long,
            "long size_t int64_t uint64_t ptrdiff_t MPI_LONG MPI_LONG_LONG MPI_LONG_LONG_INT MPI_INT64_T MPI_UINT64_T",
        ),
        (Element::Float, "float MPI_FLOAT"),
        (Element::Double, "double MPI_DOUBLE"),
        (Element::Int, "int unsigned signed int32_t uint32_t MPI_INT MPI_UNSIGNED MPI_INT32_T"),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        let is = |(_, names): &&(Element, &str)| names.split(' ').any(|one| one == name);
        Self::NAMES.iter().find(is).map(|(element, _)| *element)
    }

    /// Whether a word of C says that a number has no sign.
    pub(crate) fn is_unsigned(name: &str) -> bool {
        matches!(name, "unsigned" | "size_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t")
    }

    /// The first word that names it.
    pub(crate) fn word(self) -> &'static str {
        let names = Self::NAMES.iter().find(|(element, _)| *element == self);
        names.and_then(|(_, names)| names.split(' ').next()).unwrap_or("long")
    }

    /// How many bytes it has.
    pub(crate) fn bytes(self) -> i64 {
        match self {
            Element::Char => 1,
            Element::Short => 2,
            Element::Int | Element::Float => 4,
            Element::Long | Element::Double | Element::Handle => 8,
        }
    }
}

/// How a variable is declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) element: Element,
    pub(crate) is_unsigned: bool,
    pub(crate) is_pointer: bool,
    pub(crate) is_vector: bool,
}

impl Typed {
    /// What a variable of this type holds of a number; numbers that stand for names of MPI are beyond all of C.
    pub(crate) fn holds(self, number: i64) -> i64 {
        if number.unsigned_abs() >= 1 << 39 {
            return number;
        }
        let bits = match self.element {
            Element::Char => 8,
            Element::Short => 16,
            Element::Int => 32,
            _ => return number,
        };
        let rest = number.rem_euclid(1 << bits);
        if self.is_unsigned || rest < 1 << (bits - 1) { rest } else { rest - (1 << bits) }
    }
}
