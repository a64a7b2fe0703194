//! The kernels of a run with their bindings, and the buffers that dispatches bind.

use super::Numbers;
use crate::kernel::{self, Movement};
use crate::passes::{Pass, Passes};
use crate::plan::GpuPlan;
use crate::shader;

/// The access of a kernel to a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Parameters of a dispatch: a uniform buffer with a dynamic offset.
    Parameters,
    /// A storage buffer that is read.
    Read,
    /// A storage buffer that is read and written.
    Write,
}

/// A kernel: its text, and its bindings.
#[derive(Clone, PartialEq, Debug)]
pub struct Kernel {
    /// The text, in WGSL.
    pub text: String,
    pub entry_point: &'static str,
    /// The values of its constants.
    pub constants: Vec<(&'static str, f64)>,
    /// The numbers of its bindings, all of group 0, with the access to each.
    pub bindings: Vec<(u32, Access)>,
}

/// The buffers that a dispatch binds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub kernel: usize,
    /// The buffer of each of its bindings, in their order.
    pub buffers: Vec<usize>,
}

pub(crate) struct Places {
    of_level: Vec<(kernel::Kernel, Movement)>,
}

impl Places {
    pub(crate) fn of(&self, pass: &Pass) -> usize {
        let kernel = (pass.kernel, pass.movement);
        self.of_level.iter().position(|it| *it == kernel).unwrap_or(0)
    }

    pub(crate) fn sum_parts(&self) -> usize {
        self.of_level.len()
    }

    pub(crate) fn sum_all(&self) -> usize {
        self.of_level.len() + 1
    }
}

/// The kernels of a program: those of a level step, then the two sums.
pub(crate) fn kernels(plan: &GpuPlan, passes: &Passes) -> (Vec<Kernel>, Places) {
    let mut of_level = Vec::new();
    for pass in passes.of_level.iter().flatten() {
        if !of_level.contains(&(pass.kernel, pass.movement)) {
            of_level.push((pass.kernel, pass.movement));
        }
    }
    let of_step = |&(kernel, movement): &(kernel::Kernel, Movement)| {
        let sources = plan.sources(kernel);
        Kernel {
            text: shader::text(kernel, movement, sources),
            entry_point: kernel.entry_point(),
            constants: shader::constants(plan).to_vec(),
            bindings: bindings(kernel, sources),
        }
    };
    let sum = |entry_point| Kernel {
        text: shader::SUMS.to_owned(),
        entry_point,
        constants: Vec::new(),
        bindings: vec![
            (0, Access::Parameters),
            (1, Access::Read),
            (2, Access::Write),
            (3, Access::Write),
        ],
    };
    let sums = ["sum_parts", "sum_all"].map(sum);
    (of_level.iter().map(of_step).chain(sums).collect(), Places { of_level })
}

fn bindings(kernel: kernel::Kernel, sources: usize) -> Vec<(u32, Access)> {
    let mut bindings = vec![
        (shader::TASK, Access::Parameters),
        (shader::TABLES, Access::Read),
        (shader::ACCOUNTS, Access::Write),
        (shader::RESULT, Access::Write),
    ];
    if kernel.lists() {
        bindings.push((shader::LIST, Access::Write));
    }
    if kernel.reads_own() {
        bindings.push((shader::OWN, Access::Read));
    }
    bindings.extend((0..sources as u32).map(|i| (shader::FIRST_SOURCE + i, Access::Read)));
    bindings
}

/// The buffers of a pass, in the order of the bindings of its kernel. Bindings that it does not need
/// hold the tables.
pub(crate) fn buffers(plan: &GpuPlan, pass: &Pass, numbers: Numbers) -> Vec<usize> {
    let mut buffers =
        vec![numbers.parameters(), numbers.tables(), numbers.accounts(), numbers.target(pass)];
    if pass.kernel.lists() {
        buffers.push(numbers.lists());
    }
    if pass.kernel.reads_own() {
        buffers.push(numbers.own(pass).unwrap_or(numbers.tables()));
    }
    for source in 0..plan.sources(pass.kernel) {
        buffers.push(numbers.source(pass, source).unwrap_or(numbers.tables()));
    }
    buffers
}

pub(crate) fn buffers_of_sums(numbers: Numbers) -> Vec<usize> {
    vec![numbers.parameters(), numbers.accounts(), numbers.parts(), numbers.totals()]
}
