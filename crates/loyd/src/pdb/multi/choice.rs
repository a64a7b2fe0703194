//! Which patterns suit a board.
