//! The texts of estimates.

use super::value;

#[test]
fn estimates_are_whole_numbers() {
    for (text, number) in [("0", 0), (" 17\n", 17), ("3.0", 3), ("4294967295", u32::MAX)] {
        assert_eq!(value(text), Some(number), "{text:?}");
    }
    for text in ["", "-1", "1.5", "NaN", "inf", "1e10", "two", "1 2"] {
        assert_eq!(value(text), None, "{text:?}");
    }
}
