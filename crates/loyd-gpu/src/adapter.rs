//! The adapters of this machine: listed, and one of them chosen.

use crate::error::GpuError;
use crate::plan::Capacity;

/// An adapter: a graphics card with its driver, or a driver that runs on the processor.
#[derive(Clone, Debug)]
pub struct Adapter {
    inner: wgpu::Adapter,
}

/// The kind of an adapter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AdapterKind {
    /// A card with separate memory.
    Discrete,
    /// A card that shares the memory of the processor.
    Integrated,
    /// A card of a virtual machine.
    Virtual,
    /// Something else; not known to be software.
    Other,
    /// A driver that runs on the processor.
    Software,
}

impl AdapterKind {
    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AdapterKind::Discrete => "discrete",
            AdapterKind::Integrated => "integrated",
            AdapterKind::Virtual => "virtual",
            AdapterKind::Other => "other",
            AdapterKind::Software => "software",
        }
    }
}

/// The adapter to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The first graphics card, those with separate memory first; never a software driver.
    #[default]
    Card,
    /// A driver that runs on the processor.
    Software,
    /// The first graphics card whose name contains this text, in any case.
    Named(String),
}

/// The interfaces that are tried on this system.
const BACKENDS: &str = if cfg!(windows) {
    "Vulkan or DirectX 12"
} else if cfg!(target_vendor = "apple") {
    "Metal"
} else {
    "Vulkan"
};

/// Percent of the memory that the driver offers beyond which buffers are refused, instead of being
/// moved to the memory of the processor.
const BUDGET: u8 = 97;

impl Adapter {
    /// All adapters, cards first. Empty if there is no driver, or no loader to find one.
    #[must_use]
    pub fn all() -> Vec<Adapter> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
        descriptor.flags = wgpu::InstanceFlags::empty();
        descriptor.memory_budget_thresholds.for_resource_creation = Some(BUDGET);
        let instance = wgpu::Instance::new(descriptor);
        let inner = crate::future::now(instance.enumerate_adapters(wgpu::Backends::all()));
        let mut adapters: Vec<Adapter> = inner.into_iter().map(|inner| Adapter { inner }).collect();
        adapters.sort_by_key(Adapter::kind);
        adapters
    }

    /// Chooses an adapter.
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`], [`GpuError::OnlySoftware`], [`GpuError::NoSoftware`] or
    /// [`GpuError::NoSuchAdapter`] if no adapter is of this kind.
    pub fn choose(choice: &AdapterChoice) -> Result<Adapter, GpuError> {
        Self::among(Self::all(), choice)
    }

    fn among(all: Vec<Adapter>, choice: &AdapterChoice) -> Result<Adapter, GpuError> {
        let names: Vec<(String, AdapterKind)> =
            all.iter().map(|adapter| (adapter.name(), adapter.kind())).collect();
        let index = choose(&names, choice)?;
        all.into_iter().nth(index).ok_or(GpuError::NoAdapter { backends: BACKENDS })
    }

    /// The name of the card or driver.
    #[must_use]
    pub fn name(&self) -> String {
        self.inner.get_info().name
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> AdapterKind {
        match self.inner.get_info().device_type {
            wgpu::DeviceType::DiscreteGpu => AdapterKind::Discrete,
            wgpu::DeviceType::IntegratedGpu => AdapterKind::Integrated,
            wgpu::DeviceType::VirtualGpu => AdapterKind::Virtual,
            wgpu::DeviceType::Cpu => AdapterKind::Software,
            wgpu::DeviceType::Other => AdapterKind::Other,
        }
    }

    /// The interface by which it is used: `vulkan`, `metal` or `dx12`.
    #[must_use]
    pub fn backend(&self) -> String {
        self.inner.get_info().backend.to_string()
    }

    /// The driver with its version, as it describes itself.
    #[must_use]
    pub fn driver(&self) -> String {
        let info = self.inner.get_info();
        format!("{} {}", info.driver, info.driver_info).trim().to_owned()
    }

    /// The limits that decide which boards it can hold.
    #[must_use]
    pub fn capacity(&self) -> Capacity {
        let limits = self.inner.limits();
        Capacity {
            binding_bytes: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
            storage_bindings: limits.max_storage_buffers_per_shader_stage,
            workgroups: limits.max_compute_workgroups_per_dimension,
        }
    }

    pub(crate) fn inner(&self) -> &wgpu::Adapter {
        &self.inner
    }
}

/// The number of the adapter to choose among those with these names and kinds.
fn choose(all: &[(String, AdapterKind)], choice: &AdapterChoice) -> Result<usize, GpuError> {
    let is_software = |kind: AdapterKind| kind == AdapterKind::Software;
    let card = |name_part: &str| {
        let name_part = name_part.to_lowercase();
        all.iter().position(|(name, kind)| {
            !is_software(*kind) && name.to_lowercase().contains(&name_part)
        })
    };
    let Some((first, _)) = all.first() else {
        return Err(GpuError::NoAdapter { backends: BACKENDS });
    };
    match choice {
        AdapterChoice::Software => {
            all.iter().position(|(_, kind)| is_software(*kind)).ok_or(GpuError::NoSoftware)
        }
        AdapterChoice::Card => {
            card("").ok_or_else(|| GpuError::OnlySoftware { name: first.clone() })
        }
        AdapterChoice::Named(name) => card(name).ok_or_else(|| {
            let cards: Vec<String> = all
                .iter()
                .filter(|(_, kind)| !is_software(*kind))
                .map(|(name, _)| format!("{name:?}"))
                .collect();
            let known_cards = if cards.is_empty() {
                "is only a driver that runs on the processor".to_owned()
            } else {
                format!("is {}", cards.join(", "))
            };
            GpuError::NoSuchAdapter { name: name.clone(), known: known_cards }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adapters(all: &[(&str, AdapterKind)]) -> Vec<(String, AdapterKind)> {
        all.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect()
    }

    #[test]
    fn software_drivers_are_chosen_only_on_request() {
        let software = adapters(&[("llvmpipe", AdapterKind::Software)]);
        let only = |result| matches!(result, Err(GpuError::OnlySoftware { .. }));
        assert!(only(choose(&software, &AdapterChoice::Card)));
        let named_so = AdapterChoice::Named("llvmpipe".into());
        assert!(matches!(choose(&software, &named_so), Err(GpuError::NoSuchAdapter { .. })));
        assert_eq!(choose(&software, &AdapterChoice::Software), Ok(0));
    }

    #[test]
    fn cards_are_found_by_a_part_of_their_name() {
        let all = adapters(&[
            ("Radeon RX", AdapterKind::Discrete),
            ("Iris", AdapterKind::Integrated),
            ("llvmpipe", AdapterKind::Software),
        ]);
        assert_eq!(choose(&all, &AdapterChoice::Card), Ok(0));
        assert_eq!(choose(&all, &AdapterChoice::Named("iris".into())), Ok(1));
        let unknown = choose(&all, &AdapterChoice::Named("Arc".into())).unwrap_err();
        assert!(unknown.to_string().contains("\"Radeon RX\", \"Iris\""), "{unknown}");
    }

    #[test]
    fn without_adapters_there_is_one_error() {
        for choice in [AdapterChoice::Card, AdapterChoice::Software] {
            assert!(matches!(choose(&[], &choice), Err(GpuError::NoAdapter { .. })));
        }
    }
}
