//! Documents of sentences, tables and charts, and their formats: text, Markdown, and a page.

mod html;
pub(crate) mod markdown;
mod model;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use model::{Chart, Column, Document, Field, Part, Section, Table};
pub use text::{WIDTHS, text};
