//! Reports in the formats that people read: text, Markdown, and a page.

mod html;
mod markdown;
pub(crate) mod model;
mod text;

pub(crate) use html::html;
pub(crate) use markdown::markdown;
pub(crate) use text::text;
