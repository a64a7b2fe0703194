//! Temporary.
use loyd::observe::Cancel;
use loyd::puzzle::tiles::Size;
use loyd_enumerate::{EngineName, Plan, Request, run};
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let request = Request {
        depth: Some(a[2] as u32),
        engine: Some(EngineName::Frontier),
        threads: a[3],
        start_cell: a[4],
        memory: 14 << 30,
        ..Request::new(Size::new(a[0], a[1]).unwrap())
    };
    let mut t = std::time::Duration::ZERO;
    let r = run(&Plan::new(&request).unwrap(), &Cancel::new(), &mut |p| {
        if p.finished {
            println!(
                "{} {} {:.3} mem {}",
                p.depth,
                p.states,
                (p.elapsed - t).as_secs_f64(),
                p.memory_bytes >> 20
            );
            t = p.elapsed;
        }
    })
    .unwrap();
    println!("{:?} {}", r.stopped, r.total);
}
