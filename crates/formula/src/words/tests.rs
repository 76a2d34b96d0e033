//! Words beside the pieces that they fall into.

use super::*;

fn shown(word: &str) -> Vec<String> {
    let piece = |(_, piece): &(usize, Piece)| match piece {
        Piece::Name(name) => name.clone(),
        Piece::Function(function) => function.name().to_owned(),
        Piece::Mod => "mod".to_owned(),
        Piece::Log(base) => format!("{base:?}"),
    };
    let known = Known { indices: &[], letters: &[], latex: false };
    let join = |pieces: &Vec<_>| pieces.iter().map(piece).collect::<Vec<_>>().join(" ");
    readings(word, &known).iter().map(join).collect()
}

#[test]
fn words_fall_into_known_pieces_or_stay_whole() {
    let cases = [
        ("twm", "t_w m"),
        ("mtw", "m t_w"),
        ("mt_w", "m t_w"),
        ("t_wm", "t_w m"),
        ("t_wmp", "t_w m p"),
        ("t_sp", "t_s p"),
        ("logp", "log2 p"),
        ("tslogp", "t_s log2 p"),
        ("log_2p", "log2 p"),
        ("mod", "mod"),
        ("min", "min"),
        ("md", "m d"),
        ("k_2", "k_2"),
        ("k_10", "k_10"),
        ("rc", "rc"),
        ("p2", "p2"),
        ("alpha", "alpha"),
        ("message_size", "message_size"),
        ("t_", "t_"),
    ];
    for (word, pieces) in cases {
        assert_eq!(shown(word), [pieces], "{word}");
    }
}

#[test]
fn long_words_cost_nothing() {
    assert_eq!(shown(&"p".repeat(60_000)).len(), 1);
}
