//! Widths and margins of pictures.

/// A sheet that a picture is drawn on; its height is that of the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sheet {
    pub(super) width: f64,
    /// Left edge of the content.
    pub(super) left: f64,
    /// Right edge of the content.
    pub(super) right: f64,
}

impl Sheet {
    /// A sheet for screens of computers, and for paper.
    pub const WIDE: Self = Self { width: 960.0, left: 32.0, right: 928.0 };
    /// A sheet for phones: about their width in pixels, so that text keeps its size.
    pub const NARROW: Self = Self { width: 380.0, left: 6.0, right: 374.0 };

    /// True if names have no room beside a diagram.
    pub(super) fn is_narrow(self) -> bool {
        self.width < Self::WIDE.width
    }

    /// The width of its content.
    pub(super) fn room(self) -> f64 {
        self.right - self.left
    }
}
