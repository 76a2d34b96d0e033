//! "Did you mean": the known name nearest to an unknown one.

/// The candidate nearest to `name`, if it is near enough: at most one letter in three is wrong, missing,
/// extra or swapped with its neighbour.
///
/// Case is ignored. Of equally near candidates the first is taken.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The comparison takes time proportional to both lengths, and no known name is this long.
    const LONGEST: usize = 64;
    let length = name.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            (strsim::damerau_levenshtein(&name, &lower), candidate)
        })
        .filter(|&(distance, candidate)| {
            distance == 0 || distance * 3 <= length.max(candidate.chars().count())
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// `did you mean ring? the topologies are ..`
pub fn did_you_mean(near: Option<&str>, known: &str) -> String {
    near.map_or(known.to_owned(), |near| format!("did you mean {near}? {known}"))
}
