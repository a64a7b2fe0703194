use loyd_gpu::*;
use loyd_enumerate::tiles::memory::*;
use loyd_tiles::MetricName;
use std::sync::atomic::AtomicBool;
#[test]
fn quick() {
    for a in Adapter::all() { println!("{} {:?} {} {} {:?}", a.name(), a.kind(), a.backend(), a.driver(), a.capacity()); }
    for (w,h) in [(4,2),(3,3)] { for metric in [MetricName::Single, MetricName::Multi] { for form in [Form::Whole] { for limit in [0, 100] {
        let task = MemoryTask { deepest_limit: limit, samples: limit/10, ..MemoryTask::new(w,h,metric) };
        let a = Adapter::choose(&AdapterChoice::Software).unwrap();
        let plan = GpuPlan::with_form(task.clone(), a.capacity(), &a.name(), form).unwrap();
        let t=std::time::Instant::now();
        let mut run = GpuLoop::new(a, plan).unwrap();
        let setup=t.elapsed();
        loop { match run.step(16, &AtomicBool::new(false), &mut |_| ()) { Ok(GpuStep::Complete)=>break, Ok(_)=>(), Err(e)=>{println!("ERR {e} {:?}", run.levels()); break} } }
        let mut mem = MemoryLoop::new(MemoryPlan::new(task).unwrap()).unwrap();
        while let MemoryStep::Level(_) = mem.step(&AtomicBool::new(false)).unwrap() {}
        println!("{w}x{h} {metric} {form:?} {limit}: {} setup {:?} total {:?} deepest {} samples {}", run.levels()==mem.levels(), setup, t.elapsed(), limit==0||run.deepest()==mem.deepest(), run.samples()==mem.samples());
    }}}}
}
