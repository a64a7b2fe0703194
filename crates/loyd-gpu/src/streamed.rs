//! Levels of bitmaps that stay in the memory of the host.
//!
//! ```text
//! for each target, for each piece of it:
//!     skip if all blocks are full, or no source block grew at the last level
//!     wait until at most one piece is in flight
//!     write the source blocks in the order of the target to the buffers of the card
//!     submit: the kernels of the resident bitmaps, with this piece as the bitmap; then a copy of the
//!             target piece and its accounts to a buffer that the host reads
//!     of the oldest piece that is done: take the blocks that grew
//! ```
//!
//! While the card takes and computes one piece, the host arranges the next and takes back the one
//! before. Copies and kernels on the card alternate, since wgpu has one queue and orders them by barriers.

use crate::bitmaps::{bytes_to_words, words_to_bytes};
use crate::card::{Card, StepWords};
use crate::device::Reading;
use crate::error::GpuError;
use crate::host::{HostBitmaps, grew_at, states_in};
use crate::kernel::Kernel;
use crate::parameters::{Parameters, dimensions};
use crate::passes::{Pass, Passes, reads_target, targets_of};
use crate::plan::{GpuPlan, TRAFFIC};
use crate::program::Dispatch;
use crate::tables::{PullSource, descriptions};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use wgpu::BufferUsages;

/// Bitmaps in the memory of the host, and their way to the card and back.
#[derive(Debug)]
pub(crate) struct Streaming {
    pub(crate) host: HostBitmaps,
    passes: [Vec<Pass>; 2],
    transfers: Transfers,
}

/// Pieces on their way.
#[derive(Debug)]
struct Transfers {
    /// Buffers that the host reads, one for each piece in flight.
    downloads: Vec<wgpu::Buffer>,
    in_flight: VecDeque<Download>,
    /// Pieces so far.
    pieces: usize,
    bytes: u64,
}

/// A target piece that the card computes.
#[derive(Debug)]
struct Download {
    map: usize,
    blocks: Range<usize>,
    /// Parity of the level that is read and cell of each count; empty in the single-tile metric.
    counted: Vec<(usize, usize)>,
    buffer: usize,
    reading: Reading,
}

/// A piece of a target that has to be computed.
struct Piece<'a> {
    target: &'a [Pass],
    dispatches: &'a [Dispatch],
    depth: u32,
    blocks: Range<usize>,
    /// The words of the buffer of accounts, without the counters of traffic.
    accounts: Vec<u32>,
}

impl Streaming {
    /// Allocates the bitmaps in the memory of the host, with the start state.
    pub(crate) fn new(card: &Card) -> Result<Self, GpuError> {
        let plan = &card.plan;
        let bytes = plan.piece_bytes() + account_bytes(plan);
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let downloads = card.device.checked(bytes * plan.in_flight() as u64, || {
            (0..plan.in_flight()).map(|_| card.device.buffer(bytes, usage)).collect()
        })?;
        let transfers = Transfers { downloads, in_flight: VecDeque::new(), pieces: 0, bytes: 0 };
        let passes = Passes::new(plan).of_level;
        Ok(Streaming { host: HostBitmaps::new(plan)?, passes, transfers })
    }

    /// Bytes that were sent over the bus so far.
    pub(crate) fn transferred(&self) -> u64 {
        self.transfers.bytes
    }

    /// Computes the level after level `depth`.
    pub(crate) fn step(
        &mut self,
        card: &Card,
        depth: u32,
        cancel: &AtomicBool,
        report: &mut dyn FnMut(f64),
    ) -> Result<StepWords, GpuError> {
        let Streaming { host, passes, transfers } = self;
        let (plan, parity) = (&card.plan, (depth as usize + 1) % 2);
        if plan.collects() {
            let lists = card.bitmaps.buffer(card.program.lists);
            card.device.submit(|encoder| encoder.clear_buffer(lists, 0, None))?;
        }
        let mut dispatches = &card.program.of_level[parity][..];
        for target in targets_of(&passes[parity]) {
            let of_target;
            (of_target, dispatches) = dispatches.split_at(target.len());
            for first in (0..plan.layout().blocks).step_by(plan.piece_blocks()) {
                if cancel.load(Ordering::Relaxed) {
                    transfers.finish_all(card, host)?;
                    return Ok(StepWords::default());
                }
                let blocks = first..plan.layout().blocks.min(first + plan.piece_blocks());
                let accounts = accounts_of(plan, host, target, &blocks, depth);
                let piece = Piece { target, dispatches: of_target, depth, blocks, accounts };
                if piece.may_grow(plan) {
                    transfers.compute(card, host, &piece)?;
                }
            }
            let done = card.program.of_level[parity].len() - dispatches.len();
            report(done as f64 / passes[parity].len() as f64);
        }
        transfers.finish_all(card, host)?;
        let total = host.total(plan, depth);
        Ok(StepWords { totals: vec![total as u32, (total >> 32) as u32], lists: card.lists(1)? })
    }
}

/// Bytes of the accounts of a piece and its sources, without the counters of traffic.
fn account_bytes(plan: &GpuPlan) -> u64 {
    (plan.account_words() - TRAFFIC) * 4
}

/// The places in the buffer of accounts: the first word for each buffer of a piece.
fn account_at(plan: &GpuPlan, buffer: usize) -> usize {
    buffer * plan.piece_blocks()
}

/// The first word of the counts of a source.
fn counts_at(plan: &GpuPlan, source: usize) -> usize {
    account_at(plan, plan.piece_buffers() + source)
}

/// The accounts of a piece of a target and of its sources, in the order of their buffers.
fn accounts_of(
    plan: &GpuPlan,
    host: &HostBitmaps,
    target: &[Pass],
    blocks: &Range<usize>,
    depth: u32,
) -> Vec<u32> {
    let mut words = vec![0; account_bytes(plan) as usize / 4];
    let mut set = |at: usize, word_of: &dyn Fn(usize) -> u32| {
        for (word, block) in words[at..].iter_mut().zip(blocks.clone()) {
            *word = word_of(block);
        }
    };
    let Some(first) = target.first() else { return words };
    set(0, &|block| host.account(first.target.map, block));
    if let Some(own) = first.own {
        set(account_at(plan, plan.piece_buffers() - 1), &|block| host.account(own.map, block));
    }
    let pulls = target.iter().flat_map(|pass| &pass.pulls);
    for (number, (pull, _, source)) in pulls.enumerate() {
        set(account_at(plan, 1 + number), &|block| host.source_account(pull, block));
        if first.kernel == Kernel::Columns {
            let (parity, cell) = (depth as usize % 2, source.cell as usize);
            set(counts_at(plan, number), &|block| host.count(parity, cell, block));
        }
    }
    words
}

impl Piece<'_> {
    /// The account words of a buffer.
    fn accounts(&self, plan: &GpuPlan, buffer: usize) -> &[u32] {
        &self.accounts[account_at(plan, buffer)..][..self.blocks.len()]
    }

    /// False if the kernels would skip every block: all are full, or no source grew. Both are asked of the whole
    /// piece, since a block takes states from all source blocks of its run.
    fn may_grow(&self, plan: &GpuPlan) -> bool {
        let full = plan.layout().block_states();
        let is_full = |&account: &u32| states_in(account) == full;
        let grew = |&account: &u32| grew_at(account, self.depth);
        // Columns count the states of their cells also in full blocks.
        let is_cell = matches!(self.target[0].kernel, Kernel::Cells | Kernel::ListingCells);
        let mut sources = (1..plan.piece_buffers()).flat_map(|buffer| self.accounts(plan, buffer));
        !(is_cell && self.accounts(plan, 0).iter().all(is_full)) && sources.any(grew)
    }

    /// The parameters of a dispatch and the descriptions of its pulls. Accounts are numbered by the blocks
    /// of whole bitmaps, so the first words of a piece are as far before the buffer; sums wrap around.
    fn parameters(&self, plan: &GpuPlan, pass: &Pass) -> (Parameters, Vec<u32>) {
        let first_block = self.blocks.start as u32;
        let relative = |at: usize| (at as u32).wrapping_sub(first_block);
        let parameters = Parameters {
            level: self.depth,
            slot: 0,
            first_block,
            blocks: self.blocks.len() as u32,
            target_account: relative(0),
            own_account: relative(account_at(plan, plan.piece_buffers() - 1)),
            counts_at: relative(counts_at(plan, 0)),
            ..pass.parameters
        };
        let described = pass.pulls.iter().enumerate().map(|(number, &(_, tables, source))| {
            let place = pass.first_pull + number;
            let account = relative(account_at(plan, 1 + place));
            (tables, PullSource { account, cell: place as u32, ..source })
        });
        (parameters, descriptions(described))
    }
}

impl Transfers {
    /// Sends the sources of a piece and the commands that compute it. Waits for the oldest piece if the
    /// memory of another one is not free.
    fn compute(
        &mut self,
        card: &Card,
        host: &mut HostBitmaps,
        piece: &Piece<'_>,
    ) -> Result<(), GpuError> {
        let plan = &card.plan;
        while self.in_flight.len() >= plan.in_flight() {
            self.finish(card, host)?;
        }
        self.upload(card, host, piece)?;
        let number = self.pieces % self.downloads.len();
        let buffer = &self.downloads[number];
        let target = &piece.target[0];
        let accounts = account_bytes(plan);
        let piece_bytes = piece.blocks.len() as u64 * plan.block_bytes();
        let states = if target.kernel.writes_target() { piece_bytes } else { 0 };
        let submission = card.device.send(|encoder| {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            for (parameters, dispatch) in piece.dispatches.iter().enumerate() {
                let max_workgroups = plan.capacity().workgroups;
                let workgroups = dimensions(piece.blocks.len() as u32, max_workgroups);
                let dispatch = Dispatch { workgroups, ..dispatch.clone() };
                card.dispatch(&mut pass, &dispatch, parameters);
            }
            drop(pass);
            encoder.copy_buffer_to_buffer(card.bitmaps.accounts(), 0, buffer, 0, accounts);
            if states > 0 {
                encoder.copy_buffer_to_buffer(card.bitmaps.buffer(0), 0, buffer, accounts, states);
            }
        })?;
        let counts = piece.target.iter().filter(|pass| pass.kernel == Kernel::Columns);
        let cells = counts.flat_map(|pass| &pass.pulls).map(|pull| pull.2.cell as usize);
        let reading = card.device.start_reading(buffer, accounts + states, submission)?;
        self.in_flight.push_back(Download {
            map: target.target.map,
            blocks: piece.blocks.clone(),
            counted: cells.map(|cell| (piece.depth as usize % 2, cell)).collect(),
            buffer: number,
            reading,
        });
        self.pieces += 1;
        self.bytes += accounts + states;
        Ok(())
    }

    /// Writes the sources of a piece, its accounts, and the parameters of its dispatches.
    fn upload(
        &mut self,
        card: &Card,
        host: &HostBitmaps,
        piece: &Piece<'_>,
    ) -> Result<(), GpuError> {
        let (plan, queue) = (&card.plan, &card.device.queue);
        let piece_bytes = piece.blocks.len() as u64 * plan.block_bytes();
        let first = &piece.target[0];
        let (mut bytes, mut source_bytes) = (0, 0);
        let mut write = |buffer: usize, at: u64, contents: &[u8]| {
            bytes += contents.len() as u64;
            queue.write_buffer(card.bitmaps.buffer(buffer), at, contents);
        };
        card.device.checked(plan.device_bytes(), || {
            write(card.bitmaps.numbers().accounts(), 0, &words_to_bytes(&piece.accounts));
            if reads_target(piece.target) {
                write(0, 0, host.blocks(first.target.map, piece.blocks.clone()));
            }
            if let Some(own) = first.own {
                let own_ball = host.blocks(own.map, piece.blocks.clone());
                write(plan.piece_buffers() - 1, 0, own_ball);
            }
            for (number, pass) in piece.target.iter().enumerate() {
                let (parameters, pulls) = piece.parameters(plan, pass);
                let at = number as u64 * card.program.stride;
                write(card.program.parameters, at, &words_to_bytes(&parameters.words()));
                let at = u64::from(parameters.pull_at) * 4;
                write(card.bitmaps.numbers().tables(), at, &words_to_bytes(&pulls));
            }
            let pulls = piece.target.iter().flat_map(|pass| &pass.pulls);
            for (number, (pull, ..)) in pulls.enumerate() {
                let accounts = piece.accounts(plan, 1 + number);
                let is_empty = accounts.iter().all(|&account| states_in(account) == 0);
                // A kernel reads no source without states, but both sources of edges.
                if is_empty && first.kernel.writes_target() {
                    continue;
                }
                let buffer = card.bitmaps.buffer(1 + number);
                let size = wgpu::BufferSize::new(piece_bytes);
                // Without a view, the error scope has the reason.
                let view = size.and_then(|size| queue.write_buffer_with(buffer, 0, size));
                let Some(mut view) = view else { continue };
                host.arrange(pull, piece.blocks.clone(), &mut |at, states| {
                    view.slice(at..at + states.len()).copy_from_slice(states);
                });
                source_bytes += piece_bytes;
            }
        })?;
        self.bytes += bytes + source_bytes;
        Ok(())
    }

    /// Takes the target piece that was sent first.
    fn finish(&mut self, card: &Card, host: &mut HostBitmaps) -> Result<(), GpuError> {
        let Some(download) = self.in_flight.pop_front() else { return Ok(()) };
        let Download { map, blocks, counted, buffer, reading } = download;
        let plan = &card.plan;
        card.device.finish_reading(&self.downloads[buffer], reading, |bytes| {
            let (accounts, states) = bytes.split_at(account_bytes(plan) as usize);
            let accounts = bytes_to_words(accounts);
            host.accept(map, blocks.clone(), &accounts, states);
            for (source, counted) in counted.into_iter().enumerate() {
                host.accept_counts(counted, blocks.clone(), &accounts[counts_at(plan, source)..]);
            }
        })
    }

    fn finish_all(&mut self, card: &Card, host: &mut HostBitmaps) -> Result<(), GpuError> {
        while !self.in_flight.is_empty() {
            self.finish(card, host)?;
        }
        Ok(())
    }
}
