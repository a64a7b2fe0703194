//! Reports in the formats that people read: text, Markdown, and a page.

mod html;
mod markdown;
mod text;

pub(crate) use html::html;
pub(crate) use markdown::markdown;
pub(crate) use text::text;
