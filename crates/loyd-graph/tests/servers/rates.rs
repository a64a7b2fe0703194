//! Times of builds beside a raw load of the same rows. Run in release, alone:
//! `cargo test --release -p loyd-graph --all-features --test servers -- --ignored rates --nocapture`.

use super::{build_graph, built, connect, request, servers, tiles};
use loyd_graph::measure::Contents;
use loyd_graph::{BuildRequest, Strategy};
use std::time::Instant;

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

#[test]
#[ignore = "prints times and asserts none"]
fn rates_of_the_8_puzzle() {
    for server in servers() {
        let url = || server.url(&server.database());
        let (mut bulk, mut rebuild, mut raw, mut alone) = (vec![], vec![], vec![], vec![]);
        for _ in 0..5 {
            let mut backend = connect(&url());
            let graph = build_graph(&tiles("3x3"), &mut *backend);
            bulk.push(graph.seconds);
            rebuild.push(graph.rebuild_seconds);
            let contents = Contents::read(&mut *backend).expect("a graph");
            let load = contents.load(&mut *connect(&url())).expect("a load");
            raw.push(load.seconds + load.rebuild_seconds);
            let sizes = backend.sizes().expect("sizes");
            // All rows at once, by the statement of a client, into an empty copy of the table.
            let database = server.database();
            let mut empty = connect(&server.url(&database));
            let tiny = BuildRequest { depth: Some(0), ..tiles("3x3") };
            build_graph(&tiny, &mut *empty);
            server.run(&database, "DELETE FROM state");
            alone.push(server.load_alone(&mut *backend, &database));
            println!("{} {sizes:?}", server.kind.name());
        }
        let (bulk, rebuild, raw, alone) =
            (median(bulk), median(rebuild), median(raw), median(alone));
        println!(
            "{}: bulk {bulk:.2} s, of that the rebuild {rebuild:.2} s; the same load without making \
             the rows {raw:.2} s, factor {:.2}; one statement of a client {alone:.2} s, factor {:.2}",
            server.kind.name(),
            bulk / raw,
            bulk / alone,
        );
        for strategy in [Strategy::Level, Strategy::Row] {
            let began = Instant::now();
            let backend = built(&request("3x3", "single", None, strategy), &url());
            let seconds = began.elapsed().as_secs_f64();
            println!("{}: {strategy} {seconds:.1} s, {}", server.kind.name(), backend.durability());
        }
    }
}
