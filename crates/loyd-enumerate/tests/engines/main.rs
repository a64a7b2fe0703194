//! Engines against published tables, against each other, and against slow searches that share no code
//! with them.

mod class_lists;
mod pancakes;
mod ranked;
mod symmetric;
