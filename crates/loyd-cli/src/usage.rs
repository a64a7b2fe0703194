//! Errors of the command line: what was given is repeated as it was typed, but never much of it.

use crate::shorthand::as_typed;
use clap::Error;
use clap::error::{ContextKind, ContextValue};
use loyd::quote;

/// The error with its texts shortened.
pub(crate) fn shortened(mut error: Error) -> Error {
    const MOST_OF_TIP: usize = 200;
    /// Where the texts of the user are; suggestions and usage are the program's own.
    const GIVEN: [ContextKind; 4] = [
        ContextKind::InvalidArg,
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidValue,
        ContextKind::TrailingArg,
    ];
    for kind in GIVEN {
        let short = |text: &String| quote::shortened(as_typed(text)).into_owned();
        let value = match error.get(kind) {
            Some(ContextValue::String(text)) => ContextValue::String(short(text)),
            Some(ContextValue::Strings(texts)) => {
                ContextValue::Strings(texts.iter().map(short).collect())
            }
            _ => continue,
        };
        error.insert(kind, value);
    }
    // A tip repeats what was given.
    let long = |value: &ContextValue| match value {
        ContextValue::StyledStrs(texts) => {
            texts.iter().any(|text| text.to_string().len() > MOST_OF_TIP)
        }
        _ => false,
    };
    if error.get(ContextKind::Suggested).is_some_and(long) {
        error.remove(ContextKind::Suggested);
    }
    error
}
