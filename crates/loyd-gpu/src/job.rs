//! The engine as a [`Job`].
