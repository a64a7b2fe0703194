//! The needs of a run of several processes.

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
    /// Seconds that its threads compute.
    pub(crate) core_seconds: Option<f64>,
    /// Seconds that its disk takes, if its speed is known.
    pub(crate) disk_seconds: Option<f64>,
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

    /// The resource that takes longest, and its seconds.
    pub(crate) fn bottleneck(&self, rate: Option<f64>) -> Option<(&'static str, f64)> {
        let cores = self.core_seconds.map(|seconds| seconds * self.unequal);
        let network = rate.and_then(|rate| self.network_seconds(rate));
        let of = |name, seconds: Option<f64>| seconds.map(|seconds| (name, seconds));
        [of("cores", cores), of("disk", self.disk_seconds), of("network", network)]
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
            core_seconds: Some(10.0),
            disk_seconds: Some(12.0),
            unequal: 1.5,
            sample: None,
        };
        assert_eq!(parts.bottleneck(None), Some(("cores", 15.0)));
        assert_eq!(parts.bottleneck(Some(1000.0)), Some(("cores", 15.0)));
        assert_eq!(parts.bottleneck(Some(100.0)), Some(("network", 20.0)));
        let unknown = Parts { core_seconds: None, disk_seconds: None, ..parts };
        assert_eq!(unknown.bottleneck(None), None);
    }
}
