//! The parameters of one dispatch, as kernels read them.

/// The fields of `Parameters` in the kernels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parameters {
    /// The level that is read.
    pub(crate) level: u32,
    /// The level's number within the submission.
    pub(crate) slot: u32,
    /// The first block of the target piece.
    pub(crate) first_block: u32,
    /// Number of blocks, or of parts of a sum.
    pub(crate) blocks: u32,
    /// The account of the target's block 0.
    pub(crate) target_account: u32,
    /// The account of block 0 of the column's ball that is read.
    pub(crate) own_account: u32,
    pub(crate) pulls: u32,
    /// The first pull's description in the tables.
    pub(crate) pull_at: u32,
    /// The states of a block with odd digit sum, in the tables.
    pub(crate) parity_at: u32,
    /// 1 if another dispatch has computed a part of the target.
    pub(crate) accumulate: u32,
    /// The first count of this level, in the accounts.
    pub(crate) counts_at: u32,
    /// States that a list has room for.
    pub(crate) list_entries: u32,
    /// Size of the sample.
    pub(crate) list_slots: u32,
    /// The cell for the list.
    pub(crate) cell: u32,
    /// The first account word of a sum.
    pub(crate) sum_at: u32,
    /// Number of account words of a sum.
    pub(crate) sum_words: u32,
    /// The first counter of traffic, in the accounts.
    pub(crate) traffic_at: u32,
}

impl Parameters {
    /// Number of fields.
    pub(crate) const WORDS: usize = 17;

    /// Bytes that kernels read, rounded up to a multiple of 16.
    pub(crate) const BYTES: u64 = 80;

    /// The fields in their order.
    pub(crate) fn words(&self) -> [u32; Self::WORDS] {
        [
            self.level,
            self.slot,
            self.first_block,
            self.blocks,
            self.target_account,
            self.own_account,
            self.pulls,
            self.pull_at,
            self.parity_at,
            self.accumulate,
            self.counts_at,
            self.list_entries,
            self.list_slots,
            self.cell,
            self.sum_at,
            self.sum_words,
            self.traffic_at,
        ]
    }
}

/// The two dimensions of a dispatch of this many workgroups, at most `max` in each. Some workgroups
/// may be left over.
pub(crate) fn dimensions(workgroups: u32, max: u32) -> (u32, u32) {
    let rows = workgroups.div_ceil(max).max(1);
    (workgroups.div_ceil(rows).max(1), rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{LEVEL_WORD, SLOT_WORD};

    #[test]
    fn level_and_slot_are_where_programs_write_them() {
        let words = Parameters { level: 7, slot: 9, ..Parameters::default() }.words();
        assert_eq!((words[LEVEL_WORD], words[SLOT_WORD]), (7, 9));
        assert!(Parameters::WORDS as u64 * 4 <= Parameters::BYTES);
    }

    #[test]
    fn two_dimensions_cover_all_workgroups() {
        for workgroups in [1, 2, 65_535, 65_536, 181_440, 604_800, 1_814_400, 19_958_400] {
            let (across, down) = dimensions(workgroups, 65_535);
            assert!(across <= 65_535 && down <= 65_535);
            let all = across * down;
            assert!(
                all >= workgroups && all - workgroups < down,
                "{workgroups}: {across} x {down}"
            );
        }
    }
}
