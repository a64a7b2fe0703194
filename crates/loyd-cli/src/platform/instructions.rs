//! The instruction sets of kernels: the limit that the user chooses, and those in use.

use crate::exit::Failure;
use loyd_search::arch::cpu::{self, InstructionSet};

/// The environment variable with the limit: a value of `--cpu`.
const VARIABLE: &str = "LOYD_CPU";

/// The fastest instruction set that kernels may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Cpu {
    /// The fastest of this processor.
    Auto,
    /// The instructions of every processor of this architecture.
    Portable,
    Avx2,
    Avx512,
    Neon,
}

impl Cpu {
    fn limit(self) -> Option<InstructionSet> {
        match self {
            Cpu::Auto => None,
            Cpu::Portable => Some(InstructionSet::Portable),
            Cpu::Avx2 => Some(InstructionSet::Avx2),
            Cpu::Avx512 => Some(InstructionSet::Avx512),
            Cpu::Neon => Some(InstructionSet::Neon),
        }
    }
}

/// The instruction sets that a benchmark measures.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct KernelArgs {
    /// Measure each instruction set of this processor up to --cpu, as ratios to the time of the fastest.
    #[arg(long)]
    all_kernels: bool,
}

impl KernelArgs {
    /// All sets up to the limit of this process, or the fastest one; the slowest first.
    fn sets(self) -> Vec<InstructionSet> {
        let allowed = InstructionSet::present().filter(|set| set.is_allowed());
        if self.all_kernels { allowed.collect() } else { vec![cpu::in_use()] }
    }

    /// Runs a measurement with each set, `rounds` times in turn; the results by set, as in [`sets`](Self::sets).
    pub(crate) fn measure<T, E>(
        self,
        rounds: u64,
        mut run: impl FnMut() -> Result<T, E>,
    ) -> Result<Vec<(InstructionSet, Vec<T>)>, E> {
        let limit = cpu::limit();
        let mut all: Vec<_> = self.sets().into_iter().map(|set| (set, Vec::new())).collect();
        let mut measure = || {
            for _ in 0..rounds.max(1) {
                for (set, results) in &mut all {
                    cpu::set_limit(Some(*set));
                    results.push(run()?);
                }
            }
            Ok(())
        };
        let result = measure();
        cpu::set_limit(limit);
        result.map(|()| all)
    }

    /// True if there is more than one set to compare.
    pub(crate) fn compares(self) -> bool {
        self.all_kernels
    }
}

/// Limits the kernels of this process to a set, or else to that of the environment.
pub(crate) fn limit_kernels(chosen: Option<Cpu>) -> Result<(), Failure> {
    let (limit, source) = match chosen {
        Some(cpu) => (cpu.limit(), "--cpu"),
        None => (limit_of_environment()?, VARIABLE),
    };
    if let Some(set) = limit.filter(|set| !set.is_present()) {
        let present: Vec<_> = InstructionSet::present().map(InstructionSet::name).collect();
        return Err(Failure::input(format!(
            "{source} {set}: this processor lacks that instruction set; it has {}",
            present.join(", ")
        )));
    }
    cpu::set_limit(limit);
    Ok(())
}

/// The limit of the environment; `None` without the variable, if it is empty, and for `auto`.
fn limit_of_environment() -> Result<Option<InstructionSet>, Failure> {
    match std::env::var_os(VARIABLE) {
        None => Ok(None),
        Some(text) if text.is_empty() || text == "auto" => Ok(None),
        Some(text) => {
            let set = text.to_string_lossy().parse();
            set.map(Some).map_err(|error| Failure::input(format!("{VARIABLE}: {error}, or auto")))
        }
    }
}

/// The extensions that kernels of this process can make use of.
pub(crate) fn simd() -> Vec<&'static str> {
    let mut extensions = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! detect {
            ($set:ident: $($feature:tt)*) => {
                if InstructionSet::$set.is_allowed() {
                    $(if std::arch::is_x86_feature_detected!($feature) {
                        extensions.push($feature);
                    })*
                }
            };
        }
        detect!(Avx2: "sse4.2" "avx2" "bmi2");
        detect!(Avx512: "avx512f" "avx512bw" "avx512vbmi" "gfni");
    }
    #[cfg(target_arch = "aarch64")]
    if InstructionSet::Neon.is_allowed() && InstructionSet::Neon.is_present() {
        extensions.push("neon");
    }
    extensions
}
