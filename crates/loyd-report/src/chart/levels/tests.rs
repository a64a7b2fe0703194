//! Layout of the histogram, and its texts.

use super::*;
use crate::chart::tests::{assert_readable, texts};
use crate::scene::Shape;

/// Levels of all shapes, some of them with numbers larger than can be counted in a test.
fn examples() -> Vec<Vec<u64>> {
    vec![
        vec![1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1],
        vec![1, 1, 1, 1, 1],
        vec![1; 200],
        vec![1],
        vec![1, 2, 4, 10, 24, 54, 107, 212],
        (0..=63).chain((0..63).rev()).map(|bit| 1 << bit).collect(),
        vec![u64::MAX],
        vec![1; 5000],
        (1..=1000).collect(),
        vec![],
    ]
}

fn of(states: &[u64], complete: bool, differs: bool) -> Levels<'_> {
    let comparison = Comparison {
        sentence: if differs {
            "DIFFERS from the published table at depth 3".to_owned()
        } else {
            "matches the published table".to_owned()
        },
        agrees: !differs,
    };
    let title = "3x2, multi-tile metric, blank starts on cell 5";
    Levels { title, states, complete, comparison: Some(comparison) }
}

#[test]
fn no_two_texts_overlap_and_none_leaves_the_picture() {
    for (states, sheet) in cases() {
        assert_readable(&levels(&of(&states, true, true), sheet));
    }
}

fn cases() -> impl Iterator<Item = (Vec<u64>, Sheet)> {
    let sheets = [Sheet::WIDE, Sheet::NARROW];
    examples().into_iter().flat_map(move |states| sheets.map(|sheet| (states.clone(), sheet)))
}

#[test]
fn every_level_has_a_bar_and_a_dot_inside_the_picture() {
    for (states, sheet) in cases() {
        let scene = levels(&of(&states, true, false), sheet);
        let (mut bars, mut dots) = (Vec::new(), 0);
        for shape in &scene.shapes {
            match *shape {
                Shape::Rectangle { x, y, width, height, note: Some(_), .. } => {
                    assert!(x >= 0.0 && x + width <= sheet.right + 0.01, "{shape:?}");
                    bars.push(y + height);
                }
                Shape::Dot { x, y, .. } => {
                    assert!((0.0..=sheet.right).contains(&x) && y <= scene.height, "{shape:?}");
                    dots += 1;
                }
                _ => {}
            }
        }
        assert_eq!((bars.len(), dots), (states.len(), states.len()));
        assert!(bars.iter().all(|bottom| (bottom - bars[0]).abs() < 0.01));
    }
}

#[test]
fn totals_modes_and_means_are_written() {
    let states = &examples()[0];
    let scene = levels(&of(states, true, false), Sheet::WIDE);
    let texts: Vec<&str> = texts(&scene).iter().map(|text| &text.content[..]).collect();
    for expected in [
        "3x2, multi-tile metric, blank starts on cell 5",
        "360 states, all there are; matches the published table",
        "radius",
        "21",
        "1 state at depth 21",
        "most frequent depth",
        "mean depth",
    ] {
        assert!(texts.contains(&expected), "{expected}: {texts:?}");
    }
    assert!(scene.description.contains("From depth 0: 1; 2; 3;"), "{}", scene.description);
}

#[test]
fn unfinished_and_wrong_runs_are_marked() {
    let scene = levels(&of(&examples()[4], false, true), Sheet::WIDE);
    let texts: Vec<&str> = texts(&scene).iter().map(|text| &text.content[..]).collect();
    assert!(texts.contains(&"not reached") && texts.contains(&"mean depth so far"));
    let total = texts.iter().find(|text| text.contains("DIFFERS")).expect("a warning");
    assert!(total.contains("not all there are") && total.contains("depth 3"), "{total}");
}
