//! The histogram of levels: a heading, bars on a linear axis, and the same levels on a
//! logarithmic one, where the small ones can be seen.

use super::heading::{self, description, heading};
use super::panel::{Frame, linear, logarithmic};
use super::scene::Scene;
use super::style::WIDTH;
use super::summary::Summary;
use crate::enumerable::Enumerable;
use crate::published::Reference;
use crate::render::enumerate::heading as title;
use loyd_enumerate::Enumeration;

/// Between the heading and the first diagram, for its caption.
const CAPTION: f64 = 44.0;
const LINEAR_HEIGHT: f64 = 250.0;
/// From the axis of one diagram to the top of the next.
const BETWEEN: f64 = 76.0;
const LOGARITHMIC_HEIGHT: f64 = 170.0;
/// Below the last axis.
const FOOT: f64 = 58.0;

/// The picture.
pub(crate) fn scene<P: Enumerable>(enumeration: &Enumeration<P>, reference: Reference) -> Scene {
    let summary = Summary::of(&enumeration.levels);
    let mut shapes = heading(enumeration, summary.as_ref(), reference);
    let mut height = heading::BOTTOM + FOOT;
    if let Some(summary) = &summary {
        let top = heading::BOTTOM + CAPTION;
        let frame = Frame::new(&enumeration.levels, summary.largest, (top, LINEAR_HEIGHT));
        shapes.extend(linear(&frame, &enumeration.levels, summary));
        let frame = frame.moved(frame.bottom() + BETWEEN, LOGARITHMIC_HEIGHT);
        shapes.extend(logarithmic(&frame, &enumeration.levels, summary));
        height = frame.bottom() + FOOT;
    }
    Scene {
        width: WIDTH,
        height,
        title: title(enumeration),
        description: description(enumeration, summary.as_ref(), reference),
        shapes,
    }
}

#[cfg(test)]
mod tests {
    use super::super::style::RIGHT;
    use super::*;
    use crate::render::chart::scene::{Shape, Text};
    use loyd::observe::Cancel;
    use loyd_enumerate::{Request, run, tiles};
    use loyd_tiles::solver::Tiles;
    use loyd_tiles::{MetricName, Size};

    fn enumerate(width: usize, height: usize, depth: Option<u32>) -> Enumeration<Tiles> {
        let size = Size::new(width, height).expect("a size");
        let request = Request { depth, metric: MetricName::Multi, ..tiles::request(size) };
        run(&tiles::plan(&request).expect("it fits"), &Cancel::new(), &mut |_| ())
            .expect("it is right")
    }

    /// Enumerations of all shapes, some of them with numbers larger than can be counted in a test.
    fn examples() -> Vec<Enumeration<Tiles>> {
        let small = enumerate(3, 2, None);
        let with = |levels: Vec<u64>| Enumeration {
            total: levels.iter().copied().fold(0, u64::saturating_add),
            radius: Some(levels.len() as u32 - 1),
            levels,
            ..small.clone()
        };
        vec![
            small.clone(),
            enumerate(5, 1, None),
            enumerate(1, 200, None),
            enumerate(5, 5, Some(0)),
            enumerate(4, 4, Some(7)),
            with((0..=63).chain((0..63).rev()).map(|bit| 1 << bit).collect()),
            with(vec![u64::MAX]),
            with(vec![1; 5000]),
            with((1..=1000).collect()),
        ]
    }

    fn texts(scene: &Scene) -> Vec<&Text> {
        let shapes = scene.shapes.iter();
        shapes
            .filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None })
            .collect()
    }

    #[test]
    fn no_two_texts_overlap_and_none_leaves_the_picture() {
        for enumeration in examples() {
            let scene = scene(&enumeration, Reference::Match);
            let texts = texts(&scene);
            for (index, text) in texts.iter().enumerate() {
                let (left, right) = text.extent();
                assert!(left >= 0.0 && right <= scene.width, "{text:?}");
                assert!(text.y - text.size >= 0.0 && text.y < scene.height - 4.0, "{text:?}");
                for other in &texts[..index] {
                    let (its_left, its_right) = other.extent();
                    let beside = left >= its_right || right <= its_left;
                    // An exponent is close to its ten.
                    let apart = (text.y - other.y).abs() >= 0.9 * text.size.min(other.size);
                    assert!(beside || apart, "{other:?}\n{text:?}");
                }
            }
        }
    }

    #[test]
    fn every_level_has_a_bar_and_a_dot_inside_the_picture() {
        for enumeration in examples() {
            let scene = scene(&enumeration, Reference::None);
            let (mut bars, mut dots) = (Vec::new(), 0);
            for shape in &scene.shapes {
                match *shape {
                    Shape::Rectangle { x, y, width, height, note: Some(_), .. } => {
                        assert!(x >= 0.0 && x + width <= RIGHT + 0.01, "{shape:?}");
                        bars.push((y, height));
                    }
                    Shape::Dot { x, y, .. } => {
                        let inside = (0.0..=RIGHT).contains(&x) && y <= scene.height;
                        assert!(inside, "{shape:?}");
                        dots += 1;
                    }
                    _ => {}
                }
            }
            assert_eq!((bars.len(), dots), (enumeration.levels.len(), enumeration.levels.len()));
            let bottom = bars[0].0 + bars[0].1;
            assert!(bars.iter().all(|(y, height)| (y + height - bottom).abs() < 0.01));
        }
    }

    #[test]
    fn what_people_look_for_is_written() {
        let scene = scene(&enumerate(3, 2, None), Reference::Match);
        let texts: Vec<&str> = texts(&scene).iter().map(|text| &text.content[..]).collect();
        for expected in [
            "3x2, multi-tile metric, blank starts on cell 5",
            "360 states, all there are; matches the published table",
            "radius",
            "20",
            "1 state at depth 20",
            "most frequent depth",
            "mean depth",
        ] {
            assert!(texts.contains(&expected), "{expected}: {texts:?}");
        }
        assert!(scene.description.contains("From depth 0: 1; 3; 4;"), "{}", scene.description);
    }

    #[test]
    fn a_run_that_ended_early_and_a_wrong_one_say_so() {
        let scene = scene(&enumerate(4, 4, Some(7)), Reference::Mismatch(3));
        let texts: Vec<&str> = texts(&scene).iter().map(|text| &text.content[..]).collect();
        assert!(texts.contains(&"not reached") && texts.contains(&"mean depth so far"));
        let total = texts.iter().find(|text| text.contains("DIFFERS")).expect("a warning");
        assert!(total.contains("not all there are") && total.contains("depth 3"), "{total}");
    }
}
