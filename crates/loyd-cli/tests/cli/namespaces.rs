//! Processes in network namespaces: each with a separate address, over links that are shaped and
//! cut. Needs `ip`, `tc` and the right to make namespaces (`CAP_NET_ADMIN`).

use crate::events::{PATIENCE, wait_until};
use crate::program::{Ran, command, file, folder};
use crate::run_folder::{name, published};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// A bridge and some namespaces on it; removed when dropped.
struct Namespaces {
    processes: usize,
    prefix: String,
}

/// Runs a command of the system; returns whether it succeeded.
fn system(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let ran = Command::new(words[0]).args(&words[1..]).stderr(Stdio::null()).status();
    ran.is_ok_and(|status| status.success())
}

impl Namespaces {
    /// Makes the namespaces; `None` if the system refuses.
    fn make(processes: usize) -> Option<Self> {
        let prefix = format!("ly{}", std::process::id() % 10_000);
        let namespaces = Namespaces { processes, prefix };
        let bridge = namespaces.bridge();
        let mut lines =
            vec![format!("ip link add {bridge} type bridge"), format!("ip link set {bridge} up")];
        for process in 0..processes {
            let (space, link) = (namespaces.space(process), namespaces.link(process));
            let address = 1 + process;
            lines.extend([
                format!("ip netns add {space}"),
                format!("ip link add {link} type veth peer name eth0 netns {space}"),
                format!("ip link set {link} master {bridge} up"),
                format!("ip -n {space} addr add 10.213.7.{address}/24 dev eth0"),
                format!("ip -n {space} link set eth0 up"),
                format!("ip -n {space} link set lo up"),
            ]);
        }
        lines.iter().all(|line| system(line)).then_some(namespaces)
    }

    fn bridge(&self) -> String {
        format!("{}b", self.prefix)
    }

    fn space(&self, process: usize) -> String {
        format!("{}n{process}", self.prefix)
    }

    fn link(&self, process: usize) -> String {
        format!("{}v{process}", self.prefix)
    }

    /// Limits what every process can send.
    fn shape(&self, rate: &str) {
        for process in 0..self.processes {
            let space = self.space(process);
            let limit = format!("tbf rate {rate} burst 256kb latency 50ms");
            let line = format!("ip netns exec {space} tc qdisc replace dev eth0 root {limit}");
            assert!(system(&line), "{line}");
        }
    }

    /// Starts the processes of a run, process 0 last.
    fn start(&self, at: &Path, hosts: &str, options: &[&str]) -> Vec<Child> {
        let start = |process: usize| {
            let own = command();
            let folder = at.join(format!("machine-{process}"));
            let mut command = Command::new("ip");
            command.args(["netns", "exec", &self.space(process)]).arg(own.get_program());
            command.args(options).arg(name(&folder)).args(["--hosts", hosts]);
            command.args(["--process", &process.to_string(), "--threads", "1"]);
            command.args(["--memory", "64MiB", "--format", "csv", "--quiet"]);
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("loyd starts")
        };
        (0..self.processes).rev().map(start).collect()
    }
}

impl Drop for Namespaces {
    fn drop(&mut self) {
        for process in 0..self.processes {
            system(&format!("ip netns del {}", self.space(process)));
        }
        system(&format!("ip link del {}", self.bridge()));
    }
}

fn ends(children: Vec<Child>) -> Vec<Ran> {
    let end = |child: Child| Ran::from(child.wait_with_output().expect("it ends"));
    children.into_iter().rev().map(end).collect()
}

#[test]
#[ignore = "makes network namespaces: cargo test --release -p loyd-cli --test cli -- --ignored namespaces"]
fn processes_in_namespaces_count_right_over_shaped_links_and_survive_a_cut_one() {
    let Some(spaces) = Namespaces::make(3) else {
        eprintln!("SKIPPED: network namespaces are refused here; nothing was tested");
        return;
    };
    let at = folder();
    let list = [1, 2, 3].map(|number| format!("10.213.7.{number}:7878")).join("\n");
    let hosts = file(&at, "hosts.txt", list);
    let table = published("4", "3", "single");
    for rate in ["10gbit", "1gbit", "100mbit"] {
        spaces.shape(rate);
        let place = at.path().join(rate);
        let began = Instant::now();
        let ends = ends(spaces.start(&place, &hosts, &["enumerate", "4x3", "--dir"]));
        assert_eq!(ends[0].succeeds().stdout, table);
        for end in &ends {
            end.succeeds();
        }
        eprintln!("{rate}: {:.1} s", began.elapsed().as_secs_f64());
    }
    let place = at.path().join("cut");
    let limit = ["--stall-limit", "2s"];
    let options = [&["enumerate", "4x3"][..], &limit, &["--dir"]].concat();
    let children = spaces.start(&place, &hosts, &options);
    wait_until("a level", || place.join("machine-0/process-0/level.json").exists());
    assert!(system(&format!("ip link set {} down", spaces.link(1))));
    let began = Instant::now();
    for (process, end) in ends(children).iter().enumerate() {
        end.fails_with(4, "was not heard of");
        let other = if process == 1 { "process " } else { "process 1 (10.213.7.2:7878)" };
        end.fails_with(4, other);
    }
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    assert!(system(&format!("ip link set {} up", spaces.link(1))));
    let again = ends(spaces.start(&place, &hosts, &["enumerate", "--resume"]));
    assert_eq!(again[0].succeeds().stdout, table);
}
