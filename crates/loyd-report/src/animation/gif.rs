//! Animations as GIF: a frame stores the rectangle that differs from the one before.

use super::{Animation, MOVING, REST, place};
use crate::png::{PngError, pixels};
use crate::scene::{Scene, Shape};
use ::gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

/// Pictures of a step between two scenes.
const BETWEEN: usize = 4;

/// Hundredths of a second: what browsers show at least.
const MIN_DELAY: f64 = 2.0;

/// The effort of the choice of colours, from 1 (best) to 30.
const SPEED: i32 = 10;

/// An animation as a file, one pixel for each unit. It begins again at its end.
///
/// # Errors
///
/// See [`PngError`].
pub fn gif(animation: &Animation) -> Result<Vec<u8>, PngError> {
    let coding = |why: ::gif::EncodingError| PngError::Coding(why.to_string());
    let mut bytes = Vec::new();
    let mut last = pixels(&animation.frames[0].scene, 1.0)?;
    let (width, height) = (u16::try_from(last.width()), u16::try_from(last.height()));
    let (Ok(width), Ok(height)) = (width, height) else {
        let (width, height) = (last.width().into(), last.height().into());
        return Err(PngError::Size { width, height });
    };
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(coding)?;
    encoder.set_repeat(Repeat::Infinite).map_err(coding)?;
    encoder.write_frame(&frame(&last, None, REST)).map_err(coding)?;
    for (number, pair) in animation.frames.windows(2).enumerate() {
        for part in 1..=BETWEEN {
            let at_end = part == BETWEEN;
            let share = part as f64 / BETWEEN as f64;
            let next = pixels(&between(&pair[0].scene, &pair[1].scene, share), 1.0)?;
            let seconds = match (at_end, number + 2 == animation.frames.len()) {
                (true, true) => REST,
                (true, false) => animation.step * (1.0 - MOVING * (1.0 - 1.0 / BETWEEN as f64)),
                (false, _) => animation.step * MOVING / BETWEEN as f64,
            };
            encoder.write_frame(&frame(&next, Some(&last), seconds)).map_err(coding)?;
            last = next;
        }
    }
    drop(encoder);
    Ok(bytes)
}

/// A picture between two: places are at a share of the way; colours change at its end.
pub(super) fn between(from: &Scene, to: &Scene, share: f64) -> Scene {
    if share >= 1.0 {
        return to.clone();
    }
    let shape = |(from, to): (&Shape, &Shape)| match (place(from), place(to)) {
        (Some(start), Some(end)) => {
            from.clone().moved(((end.0 - start.0) * share, (end.1 - start.1) * share))
        }
        _ => from.clone(),
    };
    Scene { shapes: from.shapes.iter().zip(&to.shapes).map(shape).collect(), ..from.clone() }
}

/// The part of a picture that differs from the one before; all of the first one.
fn frame(picture: &Pixmap, before: Option<&Pixmap>, seconds: f64) -> Frame<'static> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let differs = |x: usize, y: usize| {
        let at = y * width + x;
        before.is_none_or(|before| before.pixels()[at] != picture.pixels()[at])
    };
    let (mut left, mut right, mut top, mut bottom) = (width - 1, 0, height - 1, 0);
    for y in 0..height {
        for x in (0..width).filter(|&x| differs(x, y)) {
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
    }
    if left > right {
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut colours = Vec::with_capacity(4 * (right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        for pixel in &picture.pixels()[y * width + left..=y * width + right] {
            let pixel = pixel.demultiply();
            colours.extend([pixel.red(), pixel.green(), pixel.blue(), u8::MAX]);
        }
    }
    let size = ((right - left + 1) as u16, (bottom - top + 1) as u16);
    let mut frame = Frame::from_rgba_speed(size.0, size.1, &mut colours, SPEED);
    (frame.left, frame.top) = (left as u16, top as u16);
    frame.delay = (100.0 * seconds).round().max(MIN_DELAY) as u16;
    frame
}
