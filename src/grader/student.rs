//! Which student a name means: `S1234567`, ` s1234567 ` and `ｓ１２３４５６７` are one.

/// The ASCII form of a full-width character; any other as it is.
pub(super) fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    }
}

/// The normal form of a name: lower-case letters of ordinary width, without spaces and invisible
/// characters.
pub(crate) fn identity(name: &str) -> String {
    let unseen = |c: &char| {
        c.is_whitespace()
            || c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    name.chars().filter(|c| !unseen(c)).map(narrow).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_are_one_student() {
        for name in [
            "s1234567",
            "S1234567",
            " s1234567\n",
            "s 123 4567",
            "ｓ１２３４５６７",
            "Ｓ1234567",
            "s1234567\u{200b}",
        ] {
            assert_eq!(identity(name), "s1234567", "{name:?}");
        }
        assert_ne!(identity("s1234567"), identity("s1234568"));
        assert_eq!(identity("Zoë Ångström"), identity("ZOË\u{3000}ÅNGSTRÖM"));
    }
}
