//! Boards of tiles.

use crate::pictures::{Style, Theme, empty};
use crate::task::Task;
use loyd_report::scene::{Anchor, Colour, Scene, Shape, Text};
use loyd_report::typeface::{Weight, text_width};
use loyd_tiles::solver::Tiles;

/// The width of the frame, and of the gap between tiles, in parts of a tile.
const FRAME: f64 = 0.1;
const GAP: f64 = 0.04;

struct Colours {
    frame: Colour,
    cell: Colour,
    tile: Colour,
    number: Colour,
    placed: Colour,
    placed_number: Colour,
}

impl Colours {
    fn of(theme: Theme) -> Self {
        let placed = Colour(0x1f, 0x7a, 0x3f);
        let placed_number = Colour(0xff, 0xff, 0xff);
        match theme {
            Theme::Light => Self {
                frame: Colour(0x4a, 0x52, 0x5c),
                cell: Colour(0xc9, 0xce, 0xd4),
                tile: Colour(0xf4, 0xf1, 0xe8),
                number: Colour(0x1a, 0x1a, 0x1a),
                placed,
                placed_number,
            },
            Theme::Dark => Self {
                frame: Colour(0x5a, 0x64, 0x70),
                cell: Colour(0x24, 0x29, 0x2f),
                tile: Colour(0x46, 0x4e, 0x58),
                number: Colour(0xf0, 0xf0, 0xf0),
                placed,
                placed_number,
            },
        }
    }
}

/// A board; tiles on the cells that the goal names are green.
pub(super) fn board(task: &Task<Tiles>, style: &Style) -> Scene {
    let (board, unit, colours) = (&task.start, style.unit, Colours::of(style.theme));
    let size = board.size();
    let frame = FRAME * unit;
    let (width, height) =
        (size.width() as f64 * unit + 2.0 * frame, size.height() as f64 * unit + 2.0 * frame);
    let title = format!("{size} board");
    let mut scene = empty(width, height, style.theme, title, board.to_line());
    scene.shapes.push(rectangle((0.0, 0.0), (width, height), colours.frame));
    let cells = (size.width() as f64 * unit, size.height() as f64 * unit);
    scene.shapes.push(rectangle((frame, frame), cells, colours.cell));
    let longest = (size.cells() - 1).to_string();
    let font =
        (0.5 * unit).min(0.5 * unit * 0.8 * unit / text_width(&longest, 0.5 * unit, Weight::Bold));
    let mut cell_of = vec![0; size.cells()];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        cell_of[usize::from(tile)] = cell;
    }
    for (tile, &cell) in cell_of.iter().enumerate().skip(1) {
        let x = frame + (cell % size.width()) as f64 * unit;
        let y = frame + (cell / size.width()) as f64 * unit;
        let is_placed = task.goal.tile_at(cell) == Some(tile as u16);
        let gap = GAP * unit;
        let fill = if is_placed { colours.placed } else { colours.tile };
        let side = unit - 2.0 * gap;
        scene.shapes.push(rectangle((x + gap, y + gap), (side, side), fill));
        scene.shapes.push(Shape::Text(Text {
            x: x + unit / 2.0,
            y: y + unit / 2.0 + 0.36 * font,
            size: font,
            anchor: Anchor::Middle,
            weight: Weight::Bold,
            colour: if is_placed { colours.placed_number } else { colours.number },
            content: tile.to_string(),
        }));
    }
    scene
}

fn rectangle((x, y): (f64, f64), (width, height): (f64, f64), fill: Colour) -> Shape {
    Shape::Rectangle { x, y, width, height, fill, note: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_in_place_are_green_and_keep_their_numbers() {
        let task = |board: &str| -> Task<Tiles> {
            crate::PuzzleName::Tiles
                .puzzle()
                .read(board, None, None)
                .expect("a board")
                .typed::<Tiles>()
                .clone()
        };
        let style = Style { unit: 50.0, theme: Theme::Light };
        let fills = |task: &Task<Tiles>| -> Vec<Colour> {
            let shapes = board(task, &style).shapes;
            let tiles = shapes.into_iter().skip(3).step_by(2);
            tiles
                .map(|shape| match shape {
                    Shape::Rectangle { fill, .. } => fill,
                    other => panic!("{other:?}"),
                })
                .collect()
        };
        let (near, goal) = (task("1 2 3 4 5 6 7 0 8"), task("1 2 3 4 5 6 7 8 0"));
        let green = Colour(0x1f, 0x7a, 0x3f);
        assert_eq!(fills(&goal), vec![green; 8]);
        assert_eq!(fills(&near).iter().filter(|&&fill| fill == green).count(), 7);
        assert_eq!(board(&near, &style).shapes.len(), 3 + 2 * 8);
    }
}
