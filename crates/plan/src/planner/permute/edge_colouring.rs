//! Edges of a bipartite multigraph in as many perfect matchings as its degree (Koenig 1916).
//!
//! An even degree is halved along closed walks, with every other edge in each half. From an odd degree a
//! perfect matching is removed first.

use std::collections::VecDeque;

/// The colour of each edge, below `degree`, for edges (left, right) between two sets of `n` vertices that all
/// have that degree. No vertex has two edges of a colour.
pub(super) fn colours(n: usize, edges: &[(usize, usize)], degree: usize) -> Vec<usize> {
    let mut found = vec![0; edges.len()];
    let mut open = vec![((0..edges.len()).collect::<Vec<usize>>(), degree, 0)];
    while let Some((some, degree, first)) = open.pop() {
        if degree <= 1 {
            for edge in some {
                found[edge] = first;
            }
        } else if degree.is_multiple_of(2) {
            let (a, b) = halves(n, edges, &some);
            open.push((a, degree / 2, first));
            open.push((b, degree / 2, first + degree / 2));
        } else {
            let (matching, others) = matching(n, edges, &some);
            open.push((matching, 1, first));
            open.push((others, degree - 1, first + 1));
        }
    }
    found
}

/// For each vertex, those on the left first, its edges.
fn incident(n: usize, edges: &[(usize, usize)], some: &[usize]) -> Vec<Vec<usize>> {
    let mut of_vertex = vec![Vec::new(); 2 * n];
    for edge in some {
        of_vertex[edges[*edge].0].push(*edge);
        of_vertex[n + edges[*edge].1].push(*edge);
    }
    of_vertex
}

/// Follows closed walks: the edges walked from left to right, and those from right to left.
fn halves(n: usize, edges: &[(usize, usize)], some: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut left_over = incident(n, edges, some);
    let mut walked = vec![false; edges.len()];
    let (mut there, mut back) = (Vec::new(), Vec::new());
    for start in 0..n {
        let mut at = start;
        while let Some(edge) = left_over[at].pop() {
            if walked[edge] {
                continue;
            }
            walked[edge] = true;
            if at < n {
                there.push(edge);
                at = n + edges[edge].1;
            } else {
                back.push(edge);
                at = edges[edge].0;
            }
        }
    }
    (there, back)
}

/// A perfect matching, which every regular graph has, and the other edges.
fn matching(n: usize, edges: &[(usize, usize)], some: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let of_vertex = incident(n, edges, some);
    // The edge that matches each right vertex, and the right vertex of each left one.
    let mut matched: Vec<Option<usize>> = vec![None; n];
    let mut partner: Vec<Option<usize>> = vec![None; n];
    for start in 0..n {
        // Breadth first along unmatched edges there and matched ones back, to a free vertex.
        let mut reached: Vec<Option<usize>> = vec![None; n];
        let mut queue = VecDeque::from([start]);
        let mut free = None;
        'search: while let Some(left) = queue.pop_front() {
            for edge in &of_vertex[left] {
                let right = edges[*edge].1;
                if reached[right].is_none() {
                    reached[right] = Some(*edge);
                    let Some(by) = matched[right] else {
                        free = Some(right);
                        break 'search;
                    };
                    queue.push_back(edges[by].0);
                }
            }
        }
        while let Some(right) = free {
            let Some(edge) = reached[right] else { break };
            matched[right] = Some(edge);
            // The former match of the left vertex is free now; the first one had none.
            free = partner[edges[edge].0].replace(right);
        }
    }
    let chosen: Vec<usize> = matched.into_iter().flatten().collect();
    let mut is_chosen = vec![false; edges.len()];
    for edge in &chosen {
        is_chosen[*edge] = true;
    }
    (chosen, some.iter().copied().filter(|edge| !is_chosen[*edge]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of permutations are regular; every colour has every vertex once.
    #[test]
    fn every_colour_is_a_perfect_matching() {
        for n in 1..12_usize {
            for degree in 1..12_usize {
                // One affine map each, with a factor that is coprime to n, and repeated maps.
                let one_more = |k: usize| {
                    let factor = if (k * 3 + 1).is_multiple_of(2) || n == 1 { 1 } else { n - 1 };
                    (0..n).map(move |left| (left, (left * factor + k * k) % n))
                };
                let edges: Vec<(usize, usize)> = (0..degree).flat_map(one_more).collect();
                let found = colours(n, &edges, degree);
                let mut left = vec![vec![0; n]; degree];
                let mut right = left.clone();
                for (edge, colour) in edges.iter().zip(found) {
                    left[colour][edge.0] += 1;
                    right[colour][edge.1] += 1;
                }
                assert!(
                    left.iter().chain(&right).flatten().all(|count| *count == 1),
                    "{n} {degree}"
                );
            }
        }
    }
}
