//! The kernels of a level step, by name.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kernel {
    /// A bitmap as the OR of its sources.
    Cells,
    /// The same, and new states are listed.
    ListingCells,
    /// A column of classes as the OR of its sources; counts states.
    Columns,
    /// The new states of a cell in the multi-tile metric are listed.
    Edges,
}

impl Kernel {
    #[cfg(test)]
    pub(crate) const ALL: [Kernel; 4] =
        [Kernel::Cells, Kernel::ListingCells, Kernel::Columns, Kernel::Edges];

    pub(crate) fn entry_point(self) -> &'static str {
        match self {
            Kernel::Cells | Kernel::ListingCells => "cells",
            Kernel::Columns => "columns",
            Kernel::Edges => "edges",
        }
    }

    pub(crate) fn lists(self) -> bool {
        matches!(self, Kernel::ListingCells | Kernel::Edges)
    }

    /// True if it changes the target.
    pub(crate) fn writes_target(self) -> bool {
        self != Kernel::Edges
    }

    /// True if it reads the ball of the column.
    pub(crate) fn reads_own(self) -> bool {
        matches!(self, Kernel::Columns | Kernel::Edges)
    }

    /// Number of buffers beside the sources: tables, accounts, result; list; own ball.
    pub(crate) fn other_bindings(self) -> u32 {
        3 + u32::from(self.lists()) + u32::from(self.reads_own())
    }
}

/// The furthest that states move from a source to the target, among the sources of a dispatch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Movement {
    /// Whole blocks.
    Blocks,
    /// Lanes, within and between blocks.
    Lanes,
    /// Bits between lanes: `d_0` and `d_1` are exchanged.
    Bits,
}
