//! The engine on a software driver, which Debian has as `mesa-vulkan-drivers`: levels against
//! published tables and the memory engine, checkpoints, antipodes, samples, failures.
//!
//! Without such a driver the tests do nothing, unless `LOYD_REQUIRE_GPU` is set: then they fail.

mod checkpoints;
mod failures;
mod levels;
mod states;
mod streamed;

use loyd_enumerate::{EngineName, Enumeration, Plan, Request, run};
use loyd_gpu::{Adapter, AdapterChoice};
use loyd_search::observe::Limit;
use loyd_tiles::solver::Tiles;
use loyd_tiles::{MetricName, Size};
use loyd_tiles_enumerate as tiles;

/// The software driver; `None` if it is missing and not required.
fn software() -> Option<Adapter> {
    match Adapter::choose(&AdapterChoice::Software) {
        Ok(adapter) => Some(adapter),
        Err(error) => {
            assert!(std::env::var_os("LOYD_REQUIRE_GPU").is_none(), "{error}");
            None
        }
    }
}

fn request(width: usize, height: usize, metric: MetricName, start: usize) -> Request<Tiles> {
    let size = Size::new(width, height).expect("a size");
    Request { metric, ..tiles::request_from(size, start) }
}

/// The plan of the engine on the software driver.
fn plan(request: &Request<Tiles>) -> Plan<Tiles> {
    plan_within(request, None)
}

/// The same with at most `budget` bytes on the card.
fn plan_within(request: &Request<Tiles>, budget: Option<u64>) -> Plan<Tiles> {
    let job = loyd_gpu::job(request, &AdapterChoice::Software, budget).expect("it is planned");
    Plan::with_job(request, Some(EngineName::Gpu), job)
}

fn enumerate(plan: &Plan<Tiles>) -> Enumeration<Tiles> {
    run(plan, &Limit::none(), &mut |_| ()).expect("it is right")
}

/// The same by the memory engine.
fn in_memory(request: &Request<Tiles>) -> Enumeration<Tiles> {
    let request = Request { engine: Some(EngineName::Memory), ..request.clone() };
    enumerate(&tiles::plan(&request).expect("it is planned"))
}
