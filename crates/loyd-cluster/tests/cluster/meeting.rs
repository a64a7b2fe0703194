//! Processes that do not belong together, and clients that are other programs.

use crate::group::{member, options, process, request, sockets};
use crate::{expected, in_memory};
use loyd_cluster::{ClusterError, Membership, Mismatch, connect};
use loyd_enumerate::EngineName;
use loyd_tiles::MetricName;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// Connects two processes, the second of which is changed.
fn meet(change: impl FnOnce(&mut Membership)) -> [Result<(), ClusterError>; 2] {
    let (listeners, hosts) = sockets(2);
    let mut members: Vec<Membership> = listeners
        .into_iter()
        .enumerate()
        .map(|(number, listener)| Membership {
            patience: Duration::from_secs(2),
            ..member(&hosts, number, listener)
        })
        .collect();
    change(&mut members[1]);
    let mut ends = thread::scope(|scope| {
        let connect = |member| scope.spawn(move || connect(member, &mut || None).map(drop));
        let threads: Vec<_> = members.iter().map(connect).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let second = ends.pop().unwrap();
    [ends.pop().unwrap(), second]
}

fn mismatch(end: &Result<(), ClusterError>) -> &Mismatch {
    match end {
        Err(ClusterError::Mismatch { mismatch, .. }) => mismatch,
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_processes_of_one_run_are_connected() {
    assert!(meet(|_| ()).iter().all(Result::is_ok));
}

#[test]
fn another_version_task_or_folder_is_refused_by_both() {
    for end in meet(|member| member.version = "other".to_owned()) {
        assert!(matches!(mismatch(&end), Mismatch::Version { .. }));
    }
    for end in meet(|member| member.task = 99) {
        assert_eq!(*mismatch(&end), Mismatch::Task);
    }
    for end in meet(|member| member.folder = 99) {
        assert_eq!(*mismatch(&end), Mismatch::Folder);
    }
}

#[test]
fn another_run_is_refused_and_does_not_disturb_this_one() {
    let [first, second] = meet(|member| member.run = 99);
    assert_eq!(*mismatch(&second), Mismatch::Run);
    let Err(ClusterError::Missing { process: 1, seen: Some(seen), .. }) = first else {
        panic!("{first:?}");
    };
    assert!(seen.contains("another run"), "{seen}");
}

#[test]
fn a_wrong_list_of_hosts_is_noticed() {
    // Three processes are expected by one of them.
    let [first, second] = meet(|member| member.hosts.push("127.0.0.1:9".to_owned()));
    assert!(matches!(mismatch(&second), Mismatch::Processes { here: 3, there: 2 }));
    assert!(matches!(mismatch(&first), Mismatch::Processes { here: 2, there: 3 }));
    // The addresses are exchanged: the process calls itself.
    let [first, second] = meet(|member| member.hosts.reverse());
    assert!(matches!(first, Err(ClusterError::Missing { process: 1, .. })), "{first:?}");
    assert!(second.is_err());
}

#[test]
fn a_missing_process_is_named_after_the_timeout() {
    let (mut listeners, hosts) = sockets(2);
    let first = Membership {
        patience: Duration::from_millis(300),
        ..member(&hosts, 0, listeners.remove(0))
    };
    let start = Instant::now();
    let Err(ClusterError::Missing { process: 1, address, .. }) = connect(&first, &mut || None)
    else {
        panic!("no process listens there");
    };
    assert_eq!(address, hosts[1]);
    assert!(start.elapsed() >= Duration::from_millis(250));
}

#[test]
fn the_caller_can_cancel() {
    let (mut listeners, hosts) = sockets(2);
    let first = member(&hosts, 0, listeners.remove(0));
    let ended = connect(&first, &mut || Some("enough".to_owned()));
    assert!(matches!(ended, Err(ClusterError::Aborted(reason)) if reason == "enough"));
}

#[test]
fn unknown_clients_change_nothing() {
    let request = request(4, 2, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    let (listeners, hosts) = sockets(2);
    thread::scope(|scope| {
        let mut listeners = listeners.into_iter();
        let first = member(&hosts, 0, listeners.next().unwrap());
        let (request, levels, hosts) = (&request, &levels, &hosts);
        let run = move |member: Membership| {
            let end = process(&member, options(), request, in_memory(0), false).unwrap();
            assert_eq!(end.levels(), levels);
        };
        scope.spawn(move || run(first));
        // One that says nothing, one that goes away at once, and some that say the wrong thing.
        let silent = TcpStream::connect(&hosts[0]).unwrap();
        drop(TcpStream::connect(&hosts[0]).unwrap());
        for text in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[0xff; 3000], b"loydcl01", &[0; 88]] {
            let mut client = TcpStream::connect(&hosts[0]).unwrap();
            client.write_all(text).unwrap();
            client.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
            let mut answer = Vec::new();
            let _ = client.read_to_end(&mut answer);
            assert!(answer.is_empty());
        }
        let second = member(hosts, 1, listeners.next().unwrap());
        scope.spawn(move || run(second));
        // It stays open while the run continues.
        thread::sleep(Duration::from_millis(100));
        drop(silent);
    });
}

#[test]
fn a_second_process_with_the_same_number_is_refused() {
    let (listeners, hosts) = sockets(3);
    let mut listeners = listeners.into_iter();
    let first = member(&hosts, 0, listeners.next().unwrap());
    let twins = listeners.map(|listener| Membership {
        hosts: hosts[..2].to_vec(),
        patience: Duration::from_secs(1),
        ..member(&hosts, 1, listener)
    });
    let first = Membership { hosts: hosts[..2].to_vec(), ..first };
    thread::scope(|scope| {
        let twins: Vec<_> =
            twins.map(|twin| scope.spawn(move || connect(&twin, &mut || None))).collect();
        // Its connections stay open until both have tried.
        let first = connect(&first, &mut || None);
        assert!(first.is_ok());
        let ends: Vec<_> = twins.into_iter().map(|twin| twin.join().unwrap()).collect();
        assert!(ends.iter().any(Result::is_ok));
    });
}
