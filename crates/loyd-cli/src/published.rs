//! Published levels: compared with when a run is over. No run looks at them.

use crate::exit::Exit;
use crate::registry::texts;
use loyd::{AnyEnumeration, LevelsRequest};

/// The published levels of a request, to any depth.
pub(crate) fn levels(request: &LevelsRequest) -> Option<Vec<u64>> {
    texts(request.puzzle()).published(&*request.start, &request.metric.name)
}

/// The result of a comparison with the published tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reference {
    /// Every level counted is as published.
    Match,
    /// Nothing is published on this puzzle, metric and start.
    None,
    /// The first depth that differs.
    Mismatch(usize),
}

impl Reference {
    /// Compares all levels of an enumeration.
    pub(crate) fn of(enumeration: &dyn AnyEnumeration) -> Self {
        let result = enumeration.result(None);
        Self::of_levels(levels(&enumeration.request()), &result.levels, result.complete)
    }

    /// Compares levels, which are all there are if `complete`, with published ones.
    pub(crate) fn of_levels(published: Option<Vec<u64>>, levels: &[u64], complete: bool) -> Self {
        let Some(published) = published else { return Self::None };
        let differs = |depth: &usize| levels.get(*depth) != published.get(*depth);
        let all = levels.len().max(published.len());
        let counted = if complete { all } else { levels.len() };
        (0..counted).find(differs).map_or(Self::Match, Self::Mismatch)
    }

    /// The word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::None => "none",
            Self::Mismatch(_) => "mismatch",
        }
    }

    /// A difference is a failed check.
    pub(crate) fn exit(self) -> Exit {
        if matches!(self, Self::Mismatch(_)) { Exit::Failed } else { Exit::Done }
    }

    /// A sentence for people; nothing where nothing is published.
    pub(crate) fn sentence(self) -> Option<String> {
        match self {
            Self::Match => Some("matches the published table".to_owned()),
            Self::None => None,
            Self::Mismatch(depth) => {
                Some(format!("DIFFERS from the published table at depth {depth}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use loyd_enumerate::{Enumeration, Request, run};
    use loyd_search::observe::Limit;
    use loyd_tiles::Size;
    use loyd_tiles::solver::Tiles;
    use loyd_tiles_enumerate as tiles;

    fn enumerate(
        width: usize,
        height: usize,
        start_cell: usize,
        depth: Option<u32>,
    ) -> Enumeration<Tiles> {
        let size = Size::new(width, height).expect("a size");
        let request = Request { depth, ..tiles::request_from(size, start_cell) };
        run(&tiles::plan(&request).expect("it fits"), &Limit::none(), &mut |_| ())
            .expect("it is right")
    }

    #[test]
    fn images_of_a_published_start_have_its_table() {
        for (width, height, corners) in [(3, 2, [0, 2, 3, 5]), (2, 3, [0, 1, 4, 5])] {
            for cell in 0..6 {
                let reference = Reference::of(&enumerate(width, height, cell, None));
                let published = corners.contains(&cell);
                let expected = if published { Reference::Match } else { Reference::None };
                assert_eq!(reference, expected, "{width}x{height} from {cell}");
            }
        }
    }

    #[test]
    fn levels_down_to_a_depth_are_compared_as_far_as_they_go() {
        let mut enumeration = enumerate(3, 3, 8, Some(10));
        assert_eq!(Reference::of(&enumeration), Reference::Match);
        enumeration.levels[7] += 1;
        assert_eq!(Reference::of(&enumeration), Reference::Mismatch(7));
        assert_eq!(Reference::of(&enumeration).exit(), Exit::Failed);
    }

    #[test]
    fn a_complete_run_must_have_every_level() {
        let mut enumeration = enumerate(3, 3, 0, None);
        enumeration.levels.pop();
        assert_eq!(Reference::of(&enumeration), Reference::Mismatch(31));
    }
}
