//! The needs of a run of several processes.

use super::Machine;

/// The needs of each process of a run of several; times and bytes are estimates, `None` if unknown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parts {
    /// Bytes of memory.
    pub(crate) memory: u64,
    /// The number of segments of each pass over a level, of all processes together.
    pub(crate) passes: Vec<usize>,
    /// Bytes of files.
    pub(crate) disk_bytes: u64,
    /// Bytes that all processes send together.
    pub(crate) network_bytes: Option<u64>,
    /// Bytes that one process sends.
    pub(crate) sent_bytes: Option<u64>,
    /// Processor time of one process, if all have equal shares.
    pub(crate) cpu_seconds: Option<f64>,
    /// Bytes that one process reads from files and writes to them; 0 if the levels are in memory.
    pub(crate) traffic: Option<f64>,
    /// The largest share of a process relative to the mean one.
    pub(crate) unequal: f64,
    /// The board that was run for the estimate, if one was.
    pub(crate) sample: Option<String>,
}

impl Parts {
    /// Seconds that the network takes at a rate in bytes a second.
    pub(crate) fn network_seconds(&self, rate: f64) -> Option<f64> {
        self.sent_bytes.map(|bytes| bytes as f64 / rate)
    }

    /// Seconds that the cores of the process with the largest share compute.
    pub(crate) fn core_seconds(&self, machine: &Machine) -> Option<f64> {
        self.cpu_seconds.map(|seconds| seconds * self.unequal / machine.cores as f64)
    }

    /// Seconds that the disk of a process takes, if its rate is known.
    pub(crate) fn disk_seconds(&self, machine: &Machine) -> Option<f64> {
        let traffic = self.traffic.filter(|&bytes| bytes > 0.0);
        traffic.zip(machine.disk_rate).map(|(bytes, rate)| bytes / rate)
    }

    /// The resource of machines like `machine` that takes longest, and its seconds.
    pub(crate) fn bottleneck(
        &self,
        machine: &Machine,
        rate: Option<f64>,
    ) -> Option<(&'static str, f64)> {
        let (cores, disk) = (self.core_seconds(machine), self.disk_seconds(machine));
        let network = rate.and_then(|rate| self.network_seconds(rate));
        let of = |name, seconds: Option<f64>| seconds.map(|seconds| (name, seconds));
        [of("cores", cores), of("disk", disk), of("network", network)]
            .into_iter()
            .flatten()
            .max_by(|one, other| one.1.total_cmp(&other.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_resource_is_the_bottleneck() {
        let parts = Parts {
            memory: 1,
            passes: Vec::new(),
            disk_bytes: 1,
            network_bytes: Some(8000),
            sent_bytes: Some(2000),
            cpu_seconds: Some(20.0),
            traffic: Some(1200.0),
            unequal: 1.5,
            sample: None,
        };
        let machine = Machine { cores: 2, disk_rate: Some(100.0) };
        assert_eq!(parts.bottleneck(&machine, None), Some(("cores", 15.0)));
        assert_eq!(parts.bottleneck(&machine, Some(1000.0)), Some(("cores", 15.0)));
        assert_eq!(parts.bottleneck(&machine, Some(100.0)), Some(("network", 20.0)));
        let many = Machine { cores: 4, ..machine };
        assert_eq!(parts.bottleneck(&many, None), Some(("disk", 12.0)));
        let unknown = Parts { cpu_seconds: None, traffic: None, ..parts };
        assert_eq!(unknown.bottleneck(&machine, None), None);
    }
}
