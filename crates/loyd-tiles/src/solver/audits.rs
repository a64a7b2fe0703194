//! Audits of a plan's heuristic: conversion between positions and board types.

use super::puzzle::{ShapedVisitor, with_shaped_space};
use super::{AuditStage, Engine, FullAudit, NoAudit, Solver, estimates};
use crate::heuristic::{HeuristicVisitor, TileHeuristic, with_heuristic};
use crate::{Board, BoardRanking, Metric, Position, Slide, Sliding};
use loyd_search::COMPACT;
use loyd_search::audit::{Findings, Gathered, Incomplete, Thoroughness};
use loyd_search::observe::{Limit, StopCause};
use loyd_search::puzzle::Space;
use loyd_search::solver::generic::{self, audit_size};
use loyd_search::space::Ranking;

/// Compares the heuristic of a solver with the distance of every state.
pub(super) fn exhaustive(
    solver: &Solver,
    threads: usize,
    limit: &Limit,
    progress: &mut dyn FnMut(AuditStage, u64),
) -> Result<FullAudit, NoAudit> {
    solver.compare(Every { solver, threads, limit, progress })
}

/// Compares the heuristic of a solver with the known distances of states on shortest solutions.
pub(super) fn along(
    solver: &Solver,
    solutions: &[(Position, Vec<Slide>)],
) -> Result<Findings<Position, Slide>, NoAudit> {
    solver.compare(Along { solver, solutions })
}

impl Solver {
    /// Returns an audit for states given with their distances, by this number of threads.
    ///
    /// # Errors
    /// [`NoAudit`] if there are too many states for 64-bit ranks, or the heuristic can be read only
    /// by its own search.
    pub fn level_audit(&self, threads: usize) -> Result<Box<dyn LevelAudit + '_>, NoAudit> {
        if COMPACT {
            return Err(NoAudit::Left);
        }
        with_shaped_space(&self.plan.goal, self.plan.metric, ByLevel { solver: self, threads })
    }

    fn compare<T>(
        &self,
        visitor: impl ShapedVisitor<Output = Result<T, NoAudit>>,
    ) -> Result<T, NoAudit> {
        if COMPACT {
            return Err(NoAudit::Left);
        }
        let audit = with_shaped_space(&self.plan.goal, self.plan.metric, visitor)?;
        if self.is_broken() { Err(broken_table()) } else { Ok(audit) }
    }
}

fn broken_table() -> NoAudit {
    NoAudit::Incomplete(Incomplete::Stopped(StopCause::BrokenTable))
}

/// An audit of states given with their distances.
pub trait LevelAudit: Send + Sync {
    /// Compares the heuristic with states at a distance: consecutive boards, one byte per cell, for
    /// the goal that has the tiles in ascending order and the blank on the plan's goal cell. Calls
    /// from different threads, numbered from 0, do not block each other.
    fn see(&self, thread: usize, distance: u32, boards: &[u8]);

    /// Number of cells of a board.
    fn cells(&self) -> usize;

    /// Returns the findings.
    ///
    /// # Errors
    /// [`NoAudit`] if the entries of one of the heuristic's tables are not distances.
    fn finish(
        self: Box<Self>,
        thoroughness: Thoroughness,
    ) -> Result<Findings<Position, Slide>, NoAudit>;
}

struct ByLevel<'a> {
    solver: &'a Solver,
    threads: usize,
}

impl<'a> ShapedVisitor for ByLevel<'a> {
    type Output = Result<Box<dyn LevelAudit + 'a>, NoAudit>;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> Self::Output {
        let Solver { plan, additive, .. } = self.solver;
        let (states, bytes) = audit_size(plan).unwrap_or((u64::MAX, u64::MAX));
        let ranking =
            BoardRanking::new(&plan.goal).ok_or(Incomplete::TooLarge { states, bytes })?;
        let making = Making { solver: self.solver, ranking, threads: self.threads };
        // A heuristic with its own type is evaluated several times faster than one chosen at run
        // time.
        if plan.heuristic.databases().is_empty() {
            return Ok(with_heuristic(&plan.heuristic, &space, making)?);
        }
        let heuristic = estimates::of_plan(plan, additive, &space)?;
        Ok(HeuristicVisitor::<B, M>::visit(making, heuristic))
    }
}

/// Builds a [`Levels`] for the type of a heuristic.
struct Making<'a, B> {
    solver: &'a Solver,
    ranking: BoardRanking<B>,
    threads: usize,
}

impl<'a, B: Board, M: Metric> HeuristicVisitor<B, M> for Making<'a, B> {
    type Output = Box<dyn LevelAudit + 'a>;

    fn visit<H: TileHeuristic<B, M>>(self, heuristic: H) -> Self::Output {
        let Self { solver, ranking, threads } = self;
        let plan = &solver.plan;
        let mut tile = vec![0];
        tile.extend(plan.goal.tiles().iter().filter(|&&tile| tile != 0));
        let space = Sliding::<B, M>::new(&plan.goal);
        Box::new(Levels {
            solver,
            space,
            heuristic,
            ranking,
            tile,
            gathered: Gathered::new(threads),
        })
    }
}

/// A [`LevelAudit`] for a board type and a heuristic type.
struct Levels<'a, B: Board, M: Metric, H> {
    solver: &'a Solver,
    space: Sliding<B, M>,
    heuristic: H,
    ranking: BoardRanking<B>,
    /// The goal's tile for each tile of the given boards.
    tile: Vec<u16>,
    gathered: Gathered<B, Slide>,
}

impl<B: Board, M: Metric, H: TileHeuristic<B, M>> LevelAudit for Levels<'_, B, M, H> {
    fn see(&self, thread: usize, distance: u32, boards: &[u8]) {
        let size = self.space.goal().size();
        let mut tiles = vec![0; size.cells()];
        let states = boards.chunks_exact(size.cells()).map(|board| {
            for (tile, &number) in tiles.iter_mut().zip(board) {
                *tile = self.tile[usize::from(number)];
            }
            B::new(size, &tiles)
        });
        let (what, rank) = ((&self.space, &self.heuristic), |board: &B| self.ranking.rank(board));
        self.gathered.see(thread, what, distance, states, rank);
    }

    fn cells(&self) -> usize {
        self.space.goal().size().cells()
    }

    fn finish(
        self: Box<Self>,
        thoroughness: Thoroughness,
    ) -> Result<Findings<Position, Slide>, NoAudit> {
        if self.solver.is_broken() {
            return Err(broken_table());
        }
        let findings = self.gathered.finish(thoroughness);
        Ok(findings.map(|board| self.space.position(board), |mv| mv))
    }
}

struct Every<'a> {
    solver: &'a Solver,
    threads: usize,
    limit: &'a Limit,
    progress: &'a mut dyn FnMut(AuditStage, u64),
}

impl ShapedVisitor for Every<'_> {
    type Output = Result<FullAudit, NoAudit>;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> Self::Output {
        let Self { solver: Solver { plan, additive, .. }, threads, limit, progress } = self;
        let heuristic = estimates::of_plan(plan, additive, &space)?;
        generic::audit(&space, &heuristic, threads, limit, progress)
    }
}

struct Along<'a> {
    solver: &'a Solver,
    solutions: &'a [(Position, Vec<Slide>)],
}

impl ShapedVisitor for Along<'_> {
    type Output = Result<Findings<Position, Slide>, NoAudit>;

    fn visit<B: Board, M: Metric>(self, space: Sliding<B, M>) -> Self::Output {
        let Self { solver: Solver { plan, additive, .. }, solutions } = self;
        generic::audit_along(&space, &estimates::of_plan(plan, additive, &space)?, solutions)
    }
}
