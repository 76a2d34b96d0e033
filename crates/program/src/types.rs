//! The types of C and of MPI.

/// The type of a variable of C.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Element {
    Bool,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// A communicator, a type of words, a request.
    Comm,
    Kind,
    Request,
    /// Another handle, or nothing.
    #[default]
    Handle,
}

impl Element {
    /// The bytes that it has, and the words that name it, of C and of MPI.
    const NAMES: [(Element, i64, &str); 10] = [
        (Element::Bool, 1, "bool _Bool MPI_C_BOOL MPI_CXX_BOOL"),
        (
            Element::Char,
            1,
            "char uint8_t int8_t MPI_CHAR MPI_BYTE MPI_SIGNED_CHAR MPI_UNSIGNED_CHAR",
        ),
        (Element::Short, 2, "short uint16_t int16_t MPI_SHORT"),
        (
            Element::Long,
            8,
            "long size_t int64_t uint64_t ptrdiff_t MPI_LONG MPI_LONG_LONG MPI_LONG_LONG_INT MPI_INT64_T MPI_UINT64_T",
        ),
        (Element::Float, 4, "float MPI_FLOAT"),
        (Element::Double, 8, "double MPI_DOUBLE"),
        (Element::Int, 4, "int unsigned signed int32_t uint32_t MPI_INT MPI_UNSIGNED MPI_INT32_T"),
        (Element::Comm, 8, "MPI_Comm"),
        (Element::Kind, 8, "MPI_Datatype"),
        (Element::Request, 8, "MPI_Request"),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        let is = |(.., names): &&(Element, i64, &str)| names.split(' ').any(|one| one == name);
        Self::NAMES.iter().find(is).map(|of| of.0)
    }

    /// Whether a word of C says that a number has no sign.
    pub(crate) fn is_unsigned(name: &str) -> bool {
        matches!(name, "unsigned" | "size_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t")
    }

    /// The bytes and the names of a word.
    fn row(self) -> Option<&'static (Element, i64, &'static str)> {
        Self::NAMES.iter().find(|of| of.0 == self)
    }

    /// The first word that names it.
    pub(crate) fn word(self) -> &'static str {
        self.row().and_then(|of| of.2.split(' ').next()).unwrap_or("long")
    }

    /// Whether its words are not known to be numbers.
    pub(crate) fn is_unknown(self) -> bool {
        matches!(self, Element::Comm | Element::Kind | Element::Request | Element::Handle)
    }

    /// Whether messages of one may have words of the other.
    pub(crate) fn is_like(self, other: Element) -> bool {
        let is_byte = |one| matches!(one, Element::Bool | Element::Char);
        self == other || is_byte(self) && is_byte(other)
    }

    /// How many bytes it has.
    pub(crate) fn bytes(self) -> i64 {
        self.row().map_or(8, |of| of.1)
    }
}

/// How a variable is declared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a type of C has them in any mixture")]
pub(crate) struct Typed {
    pub(crate) element: Element,
    pub(crate) is_unsigned: bool,
    pub(crate) is_pointer: bool,
    pub(crate) is_vector: bool,
    pub(crate) is_reference: bool,
}

impl Typed {
    /// What a variable of this type holds of a number; numbers that stand for names of MPI are beyond all of C.
    pub(crate) fn holds(self, number: i64) -> i64 {
        if number.unsigned_abs() >= 1 << 39 {
            return number;
        }
        let bits = match self.element {
            Element::Bool => return (number != 0).into(),
            Element::Char => 8,
            Element::Short => 16,
            Element::Int => 32,
            _ => return number,
        };
        let rest = number.rem_euclid(1 << bits);
        if self.is_unsigned || rest < 1 << (bits - 1) { rest } else { rest - (1 << bits) }
    }
}
