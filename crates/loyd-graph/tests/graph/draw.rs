//! Pictures have every state and every move once, and states do not cover each other.

use super::{build_graph, connect, in_memory, request};
use loyd::PuzzleName;
use loyd_graph::draw::{Layout, Picture, dot, scene};
use loyd_graph::{BuildRequest, DatabaseUrl, GraphError, Strategy};
use loyd_report::scene::Shape;

fn picture(request: &BuildRequest) -> Picture {
    let mut backend = connect(&DatabaseUrl::Memory);
    build_graph(request, &mut *backend);
    Picture::of(&mut *backend).expect("a small graph")
}

fn tiles(shape: &str, metric: &str) -> Picture {
    picture(&request(shape, metric, None, Strategy::Bulk))
}

#[test]
fn every_state_and_move_appears_once() {
    // Half the sum of the cells' neighbours, times the states with the blank on a cell.
    for (shape, states, edges) in [("2x2", 12, 12), ("3x2", 360, 14 * 60 / 2), ("2x3", 360, 420)] {
        let picture = tiles(shape, "single");
        assert_eq!((picture.nodes.len(), picture.edges.len()), (states, edges), "{shape}");
        for &(low, high) in &picture.edges {
            let (low, high) = (&picture.nodes[low], &picture.nodes[high]);
            assert_eq!(low.level + 1, high.level, "a move changes a parity");
        }
        let mut texts: Vec<&str> = picture.nodes.iter().map(|node| &*node.text).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), states);
    }
    // Every cell of a line can be reached: 1 + 2 other cells of a row and a column of 3x2.
    assert_eq!(tiles("3x2", "multi").edges.len(), 360 * 3 / 2);
}

#[test]
fn states_do_not_cover_each_other() {
    for shape in ["2x2", "3x2"] {
        let picture = tiles(shape, "single");
        for layout in Layout::ALL {
            let scene = scene::scene(&picture, layout);
            // The frames: every second rectangle is the paper in one.
            let frames: Vec<[f64; 4]> = scene
                .shapes
                .iter()
                .filter_map(|shape| match *shape {
                    Shape::Rectangle { x, y, width, height, .. } => Some([x, y, width, height]),
                    _ => None,
                })
                .step_by(2)
                .collect();
            assert_eq!(frames.len(), picture.nodes.len());
            for (number, [x, y, width, height]) in frames.iter().enumerate() {
                assert!(*x >= 0.0 && *y >= 0.0, "{shape} {layout}");
                assert!(x + width <= scene.width && y + height <= scene.height, "{shape} {layout}");
                for [x2, y2, ..] in &frames[..number] {
                    let apart = (x - x2).abs() >= *width || (y - y2).abs() >= *height;
                    assert!(apart, "{shape} {layout}: ({x}, {y}) and ({x2}, {y2})");
                }
            }
        }
    }
}

#[test]
fn a_picture_in_the_language_of_graphviz_names_every_state() {
    let text = dot::dot(&tiles("2x2", "single"));
    assert!(text.starts_with("graph \"2x2, single-tile metric\" {\n"), "{text}");
    assert_eq!(text.matches(" -- ").count(), 12);
    assert_eq!(text.matches("rank=same").count(), 7);
    assert!(text.contains("n0 [label=\"1 2\\n3 ·\"];"), "{text}");
}

#[test]
fn cubes_are_dots_and_large_graphs_are_refused() {
    let cube = BuildRequest { depth: Some(2), ..BuildRequest::new(PuzzleName::Cube2, None) };
    let picture = picture(&cube);
    assert_eq!(picture.nodes.len(), 1 + 9 + 54);
    // Two turns of one face are a turn: edges within the first level.
    assert!(
        picture
            .edges
            .iter()
            .any(|&(low, high)| { picture.nodes[low].level == picture.nodes[high].level })
    );
    let scene = scene::scene(&picture, Layout::Rings);
    let dots = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Dot { .. })).count();
    assert_eq!(dots, picture.nodes.len());
    let mut backend = in_memory(&request("3x3", "single", Some(15), Strategy::Bulk));
    let refused = Picture::of(&mut *backend);
    assert!(matches!(refused, Err(GraphError::TooLarge { .. })), "{refused:?}");
}
