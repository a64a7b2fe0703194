//! Insertion sort, for lists of a few elements. The sorts of the standard library are some kilobytes for each type
//! of element, which a page has to load.

/// Sorts a short list by an order, such as `|a, b| a < b`; equal elements stay in order.
pub fn insertion_sort<T>(items: &mut [T], less: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::insertion_sort;

    #[test]
    fn the_order_is_that_of_a_stable_sort() {
        let mut items: Vec<(u32, u32)> = (0..60).map(|i| (i * 37 % 11, i)).collect();
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        insertion_sort(&mut items, |a, b| a.0 < b.0);
        assert_eq!(items, expected);
    }
}
