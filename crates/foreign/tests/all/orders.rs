//! In what order files of other software add, which says whether the operator must commute.

use hockney_foreign::read_msccl;

/// Two GPUs that add two chunks, with their steps: type and chunk.
fn summed(steps: [&[(&str, u32)]; 2]) -> String {
    let gpu = |id: usize| {
        let step = |(s, (kind, chunk)): (usize, &(&str, u32))| {
            format!(
                "<step s=\"{s}\" type=\"{kind}\" srcbuf=\"i\" srcoff=\"{chunk}\" dstbuf=\"i\" dstoff=\"{chunk}\" cnt=\"1\" \
                 depid=\"-1\" deps=\"-1\" hasdep=\"0\"/>"
            )
        };
        let all: String = steps[id].iter().enumerate().map(step).collect();
        let peer = 1 - id;
        format!(
            "<gpu id=\"{id}\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\"><tb id=\"0\" send=\"{peer}\" recv=\"{peer}\" \
             chan=\"0\">{all}</tb></gpu>"
        )
    };
    format!(
        "<algo name=\"sum\" proto=\"Simple\" nchannels=\"1\" nchunksperloop=\"2\" ngpus=\"2\" coll=\"allreduce\" \
         inplace=\"1\">{}{}</algo>",
        gpu(0),
        gpu(1)
    )
}

/// Catches an operator that is told from sets: both files send the same sets.
#[test]
fn the_order_of_adding_is_that_of_the_file() {
    let at_one: [&[_]; 2] =
        [&[("rrcs", 0), ("rrcs", 1)], &[("s", 0), ("s", 1), ("r", 0), ("r", 1)]];
    let in_order = |text: &str| {
        let found = read_msccl(text, None).unwrap();
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        found.in_order
    };
    assert_eq!(in_order(&summed(at_one)), Some(true));
    // GPU 1 adds what comes from GPU 0 behind its own.
    assert_eq!(in_order(&hockney_testing::text("tests/replay/inputs/pair.xml")), Some(false));
}
