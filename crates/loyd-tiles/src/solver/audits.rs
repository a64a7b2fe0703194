//! Audits of a plan's heuristic: conversion between positions and board types.

use super::{AuditStage, FullAudit, NoAudit, Solver, estimates};
use crate::boards::{BoardVisitor, with_shaped_board};
use crate::heuristic::{HeuristicVisitor, TileHeuristic, with_heuristic};
use crate::{Board, BoardRanking, Metric, MetricName, Multi, Position, Single, Slide, Sliding};
use loyd_search::COMPACT;
use loyd_search::audit::{Distances, Findings, Gathered, Incomplete, Thoroughness};
use loyd_search::audit::{along, exhaustive};
use loyd_search::observe::{Limit, StopCause};
use loyd_search::solver::generic::audit_size;
use loyd_search::space::Ranking;

impl Solver {
    /// Compares the heuristic with the distance of every state: a proof that it is admissible and
    /// consistent, or a counterexample. `progress` receives the states completed in each stage.
    ///
    /// # Errors
    /// [`NoAudit`] if the space is too large for the limit's memory, a limit was reached, or the
    /// heuristic can be read only by its own search.
    pub fn audit(
        &self,
        threads: usize,
        limit: &Limit,
        progress: &mut dyn FnMut(AuditStage, u64),
    ) -> Result<FullAudit, NoAudit> {
        if COMPACT {
            return Err(NoAudit::Left);
        }
        let every = Every { solver: self, threads, limit, progress };
        let audit = with_shaped_board(self.plan.goal.size(), every)?;
        if self.is_broken() { Err(broken_table()) } else { Ok(audit) }
    }

    /// Returns an audit for states given with their distances, by this number of threads.
    ///
    /// # Errors
    /// [`NoAudit`] if there are too many states for 64-bit ranks, or the heuristic can be read only
    /// by its own search.
    pub fn level_audit(&self, threads: usize) -> Result<Box<dyn LevelAudit + '_>, NoAudit> {
        if COMPACT {
            return Err(NoAudit::Left);
        }
        with_shaped_board(self.plan.goal.size(), ByLevel { solver: self, threads })
    }

    /// Compares the heuristic with the known distances of states on optimal solutions. Statistics
    /// cover the starts.
    ///
    /// # Errors
    /// [`NoAudit`] if the heuristic can be read only by its own search.
    ///
    /// # Panics
    /// If a solution has an illegal move.
    pub fn audit_along(
        &self,
        solutions: &[(Position, Vec<Slide>)],
    ) -> Result<Findings<Position, Slide>, NoAudit> {
        if COMPACT {
            return Err(NoAudit::Left);
        }
        let along = with_shaped_board(self.plan.goal.size(), Along { solver: self, solutions })?;
        if self.is_broken() { Err(broken_table()) } else { Ok(along) }
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

impl<'a> BoardVisitor for ByLevel<'a> {
    type Output = Result<Box<dyn LevelAudit + 'a>, NoAudit>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.solver.plan.metric {
            MetricName::Single => self.of::<B, Single>(),
            MetricName::Multi => self.of::<B, Multi>(),
        }
    }
}

impl<'a> ByLevel<'a> {
    fn of<B: Board, M: Metric>(self) -> Result<Box<dyn LevelAudit + 'a>, NoAudit> {
        let Solver { plan, additive, .. } = self.solver;
        let space = Sliding::<B, M>::new(&plan.goal);
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
        Ok(positions(self.gathered.finish(thoroughness)))
    }
}

struct Every<'a> {
    solver: &'a Solver,
    threads: usize,
    limit: &'a Limit,
    progress: &'a mut dyn FnMut(AuditStage, u64),
}

impl BoardVisitor for Every<'_> {
    type Output = Result<FullAudit, NoAudit>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.solver.plan.metric {
            MetricName::Single => self.run::<B, Single>(),
            MetricName::Multi => self.run::<B, Multi>(),
        }
    }
}

impl Every<'_> {
    fn run<B: Board, M: Metric>(self) -> Result<FullAudit, NoAudit> {
        let Self { solver: Solver { plan, additive, .. }, threads, limit, progress } = self;
        let space = Sliding::<B, M>::new(&plan.goal);
        let heuristic = estimates::of_plan(plan, additive, &space)?;
        let too_large = |(states, bytes)| Incomplete::TooLarge { states, bytes };
        let ranking = BoardRanking::<B>::new(&plan.goal)
            .ok_or_else(|| too_large(audit_size(plan).unwrap_or((u64::MAX, u64::MAX))))?;
        let distances =
            Distances::of(&space, &ranking, space.goal(), threads, limit, &mut |states| {
                progress(AuditStage::Distances, states);
            })?;
        let findings =
            exhaustive(&space, &ranking, &distances, &heuristic, threads, limit, &mut |states| {
                progress(AuditStage::Estimates, states);
            })?;
        let worst = findings.worst.as_ref();
        let evidence = worst.map(|worst| distances.path(&space, &ranking, &worst.state));
        Ok(FullAudit { findings: positions(findings), radius: distances.radius(), evidence })
    }
}

struct Along<'a> {
    solver: &'a Solver,
    solutions: &'a [(Position, Vec<Slide>)],
}

impl BoardVisitor for Along<'_> {
    type Output = Result<Findings<Position, Slide>, NoAudit>;

    fn visit<B: Board>(self) -> Self::Output {
        match self.solver.plan.metric {
            MetricName::Single => self.run::<B, Single>(),
            MetricName::Multi => self.run::<B, Multi>(),
        }
    }
}

impl Along<'_> {
    fn run<B: Board, M: Metric>(self) -> Result<Findings<Position, Slide>, NoAudit> {
        let Self { solver: Solver { plan, additive, .. }, solutions } = self;
        let space = Sliding::<B, M>::new(&plan.goal);
        let heuristic = estimates::of_plan(plan, additive, &space)?;
        let starts: Vec<B> =
            solutions.iter().map(|(start, _)| Sliding::<B, M>::board(start)).collect();
        let paths = starts.iter().zip(solutions.iter().map(|(_, path)| path.as_slice()));
        Ok(positions(along(&space, &heuristic, paths)))
    }
}

/// Converts the examples to plain positions.
fn positions<B: Board>(findings: Findings<B, Slide>) -> Findings<Position, Slide> {
    findings.map(|board| Position::from_permutation(board.size(), board.tiles()), |mv| mv)
}
