//! Every rule broken alone, by the smallest schedule that breaks it, and how often.

use serde_json::{Value, json};

use super::samples::{document, judged, message, verdict};

fn broadcast(topology: &str, steps: &Value) -> Value {
    document(topology, &json!({"kind": "broadcast", "root": 0}), steps)
}

fn reduce(topology: &str, root: usize, steps: &Value) -> Value {
    document(topology, &json!({"kind": "reduce", "root": root}), steps)
}

/// The verdict, and how often each rule is broken.
fn places(document: &Value) -> String {
    let judged = judged(document);
    let places = judged.counts.iter().map(|(rule, count)| format!("{rule} {count}"));
    places.collect::<Vec<_>>().join(", ")
}

#[test]
fn two_messages_from_one_node_break_the_send_port() {
    let document = broadcast("complete:3", &json!([[message(0, 1, "0"), message(0, 2, "0")]]));
    assert_eq!(places(&document), "send-port 1");
    // Once for each node and step, however many messages.
    let four =
        json!([[message(0, 1, "0"), message(0, 2, "0"), message(0, 3, "0"), message(0, 4, "0")]]);
    assert_eq!(places(&broadcast("complete:5", &four)), "send-port 1");
}

#[test]
fn two_messages_to_one_node_break_the_receive_port() {
    let steps = json!([[message(0, 2, "0"), message(1, 2, "0")]]);
    assert_eq!(places(&reduce("complete:3", 2, &steps)), "receive-port 1");
}

/// Seven send to one in a step: only its port is wrong where the links are its own.
#[test]
fn seven_senders_to_one_receiver() {
    let steps = json!([(1..8).map(|v| message(v, 0, "0")).collect::<Vec<_>>()]);
    assert_eq!(places(&reduce("complete:8", 0, &steps)), "receive-port 1");
    assert_eq!(places(&reduce("switch:8", 0, &steps)), "congestion 1, receive-port 1");
}

/// A node may send and receive in the same step.
#[test]
fn a_port_each_way() {
    let steps = json!([[message(0, 1, "0")], [message(0, 2, "0"), message(1, 0, "0")]]);
    assert_eq!(verdict(&broadcast("complete:3", &steps)), "valid");
}

#[test]
fn all_ports_have_no_port_rules_but_links_have_theirs() {
    let mut document = broadcast("complete:3", &json!([[message(0, 1, "0"), message(0, 2, "0")]]));
    document["ports"] = json!("all");
    assert_eq!(verdict(&document), "valid");
    document["topology"] = json!("linear-array:3");
    assert_eq!(verdict(&document), "congestion");
    document["ports"] = json!("one");
    assert_eq!(verdict(&document), "congestion,send-port");
    let steps = json!([[message(0, 2, "0"), message(1, 2, "0")]]);
    let mut document = reduce("complete:3", 2, &steps);
    document["ports"] = json!("all");
    assert_eq!(verdict(&document), "valid");
}

/// A link that is listed k times carries k messages in each direction, and not one more.
#[test]
fn doubled_links_carry_two() {
    let mut document = document(
        "ring:4",
        &json!({"kind": "permute", "map": [3, 2, 1, 0]}),
        &json!([[message(0, 3, "0"), message(3, 0, "3"), message(1, 2, "1"), message(2, 1, "2")]]),
    );
    // 0 and 1 hang on switch 4, 2 and 3 on switch 5.
    for (times, expected) in [(1, "congestion 2"), (2, ""), (3, "")] {
        let mut links = json!([[0, 4], [1, 4], [2, 5], [3, 5]]);
        for time in 0..times {
            let link = if time == 0 { json!([4, 5]) } else { json!([5, 4]) };
            links.as_array_mut().unwrap().push(link);
        }
        document["topology"] = json!({"graph": {"nodes": 4, "switches": 2, "links": links}});
        assert_eq!(places(&document), expected, "{times} links");
        // Two messages of a block each: over two lanes each has one for itself.
        let contended = if times == 1 { "2" } else { "1" };
        assert_eq!(
            judged(&document).contended_words.map(|w| w.to_string()).as_deref(),
            Some(contended)
        );
    }
}

#[test]
fn a_link_that_is_not_there() {
    let over = |via: Value| {
        broadcast(
            "linear-array:3",
            &json!([
                [message(0, 1, "0")],
                [{"from": 0, "to": 2, "blocks": [0], "via": via}],
            ]),
        )
    };
    assert_eq!(verdict(&over(json!([1]))), "valid");
    assert_eq!(places(&over(json!([]))), "link 1");
    // Standing still is no link: at the start, in the middle, at the end.
    assert_eq!(places(&over(json!([0, 1]))), "link 1");
    assert_eq!(places(&over(json!([1, 1]))), "link 1");
    assert_eq!(places(&over(json!([1, 2]))), "link 1");
    // The same directed link a second time.
    assert_eq!(verdict(&over(json!([1, 2, 1]))), "bad input");
    assert_eq!(verdict(&over(json!([1, 0, 1]))), "bad input");
    // 0 to 2, back to 1, and to 2 again: only the first is no link.
    assert_eq!(places(&over(json!([2, 1]))), "link 1");
    // There and back again uses links that exist, each once.
    let back = json!([
        [message(0, 1, "0")],
        [{"from": 1, "to": 2, "blocks": [0], "via": [0, 1]}],
    ]);
    assert_eq!(verdict(&broadcast("linear-array:3", &back)), "valid");
}

/// A missing link is reported as that only, however many use it: congestion is of links that exist.
#[test]
fn a_missing_link_is_not_congested() {
    let steps = json!([
        [message(0, 1, "0")],
        [
            {"from": 0, "to": 2, "blocks": [0], "via": []},
            {"from": 1, "to": 3, "blocks": [0], "via": [0, 2]},
        ],
    ]);
    assert_eq!(places(&broadcast("linear-array:4", &steps)), "link 2");
}

#[test]
fn two_messages_on_one_directed_link_congest_it() {
    let steps = json!([[message(0, 2, "0")], [message(0, 1, "0"), message(2, 3, "0")],]);
    assert_eq!(verdict(&broadcast("linear-array:4", &steps)), "valid");
    let near_first = json!([[message(0, 1, "0")], [message(0, 2, "0"), message(1, 3, "0")],]);
    assert_eq!(places(&broadcast("linear-array:4", &near_first)), "congestion 1");
    // On a hypercube of the same size it is right.
    assert_eq!(verdict(&broadcast("hypercube:4", &near_first)), "valid");
    // The two directions of a link are two.
    let gather = json!({"kind": "all-gather"});
    let crossing = json!([[message(0, 1, "0"), message(1, 0, "1")]]);
    assert_eq!(verdict(&document("linear-array:2", &gather, &crossing)), "valid");
}

#[test]
fn a_sender_that_does_not_hold_the_block() {
    let steps = json!([[message(0, 1, "0"), message(1, 2, "0")]]);
    // It arrives all the same, so that nothing is missing at the end.
    assert_eq!(places(&broadcast("complete:3", &steps)), "not-held 1");
    // The sender gains nothing: node 1 sent it and still has not got it.
    let steps = json!([[message(1, 2, "0")]]);
    assert_eq!(places(&broadcast("complete:3", &steps)), "not-delivered 1, not-held 1");
}

#[test]
fn a_sender_that_does_not_know_a_contributor() {
    let all_reduce = json!({"kind": "all-reduce"});
    let steps = json!([[message(0, 1, "0@0-1")], [message(1, 0, "0")],]);
    // 0 does not know 1; node 1 then knows {1} and {0, 1} and says the union, which it has as one value.
    assert_eq!(places(&document("complete:2", &all_reduce, &steps)), "not-held 1");
}

/// The example of the format's page: 3 knows {0, 1} and {0, 2}, and 0 would be counted twice.
#[test]
fn a_sum_that_would_count_someone_twice() {
    let steps = json!([
        [message(0, 1, "0")],
        [message(0, 2, "0")],
        [message(1, 3, "0")],
        [message(2, 3, "0")],
    ]);
    assert_eq!(places(&reduce("complete:4", 3, &steps)), "cannot-form 1");
    // A barrier may overlap.
    let mut document = reduce("complete:4", 3, &steps);
    document["collective"] = json!({"kind": "barrier"});
    assert_eq!(verdict(&document), "not-delivered");
    // Said apart it is right.
    let apart = json!([
        [message(0, 1, "0")],
        [message(0, 2, "0")],
        [message(1, 3, "0@0-1")],
        [message(2, 3, "0@2")],
    ]);
    assert_eq!(verdict(&reduce("complete:4", 3, &apart)), "valid");
}

/// The same in a message: 1 knows {1}, {0, 1} as one value from 0, and cannot take 0 out of it.
#[test]
fn a_contributor_that_comes_mixed_with_others() {
    let all_reduce = json!({"kind": "all-reduce"});
    let steps = json!([
        [message(1, 0, "0")],
        [message(0, 1, "0")],
        [message(1, 2, "0@0")],
        [message(1, 2, "0@1")],
        [message(2, 0, "0@2"),],
        [message(2, 1, "0@2"),],
    ]);
    // {0} arrives as what it claims to be, so that 2 has everything.
    assert_eq!(places(&document("complete:3", &all_reduce, &steps)), "cannot-form 1");
}

#[test]
fn something_is_missing_at_the_end() {
    assert_eq!(places(&broadcast("complete:3", &json!([[message(0, 1, "0")]]))), "not-delivered 1");
    assert_eq!(places(&broadcast("complete:3", &json!([]))), "not-delivered 2");
    assert_eq!(places(&reduce("complete:3", 0, &json!([]))), "not-delivered 1");
    let all_reduce = json!({"kind": "all-reduce"});
    assert_eq!(places(&document("complete:3", &all_reduce, &json!([]))), "not-delivered 3");
    let barrier = json!({"kind": "barrier"});
    assert_eq!(places(&document("complete:3", &barrier, &json!([]))), "not-delivered 3");
    let reduce_scatter = json!({"kind": "reduce-scatter"});
    assert_eq!(places(&document("complete:3", &reduce_scatter, &json!([]))), "not-delivered 3");
}

/// All messages of a step see the state from before it.
#[test]
fn nothing_is_forwarded_within_a_step() {
    for order in [[(0, 1), (1, 2)], [(1, 2), (0, 1)]] {
        let step: Value = order.iter().map(|&(from, to)| message(from, to, "0")).collect();
        assert_eq!(places(&broadcast("complete:3", &json!([step]))), "not-held 1");
    }
}

/// Receiving what one knows is harmless, and does not count twice.
#[test]
fn a_value_may_come_again() {
    let steps = json!([[message(0, 1, "0")], [message(0, 1, "0@0")], [message(0, 1, "0")]]);
    assert_eq!(verdict(&reduce("complete:2", 1, &steps)), "valid");
}

/// Rules do not hide each other: all of them in one document.
#[test]
fn every_rule_at_once() {
    let steps = json!([
        [message(0, 1, "0"), message(0, 2, "0")],
        [message(1, 3, "0"), message(2, 3, "0@2+4")],
        [{"from": 0, "to": 3, "blocks": ["0"], "via": []}],
    ]);
    let document = reduce("linear-array:6", 3, &steps);
    assert_eq!(verdict(&document), "congestion,link,not-delivered,not-held,receive-port,send-port");
    let mut complete = document.clone();
    complete["topology"] = json!("complete:6");
    complete["steps"][2] = json!([message(5, 3, "0"), message(5, 0, "0")]);
    assert_eq!(verdict(&complete), "not-held,receive-port,send-port");
    // Instead of {0, 1}: once as a part of {0, 1}, once as itself, and 4 not at all.
    complete["steps"][1] = json!([message(1, 3, "0"), message(2, 3, "0")]);
    assert_eq!(verdict(&complete), "not-delivered,receive-port,send-port");
}
