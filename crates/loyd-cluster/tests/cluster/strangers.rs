//! Foreign clients, secrets, and forged frames.

use crate::failures::through;
use crate::group::{member, options, process, request, sockets};
use crate::proxy::{HANDSHAKE, Proxy};
use crate::{expected, in_memory};
use loyd_cluster::{Cause, ClusterError, Membership, Mismatch, Secret, connect};
use loyd_enumerate::EngineName;
use loyd_tiles::MetricName;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The first bytes that a process sends to another one, of its hello.
fn recorded_hello(bytes: usize) -> Vec<u8> {
    let (listeners, hosts) = sockets(2);
    let [first, second] = listeners.try_into().unwrap();
    let second = Membership { patience: Duration::from_secs(60), ..member(&hosts, 1, second) };
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let mut check = || over.load(Ordering::Relaxed).then(|| "recorded".to_owned());
        let second = scope.spawn(move || connect(&second, &mut check).map(drop));
        let mut hello = vec![0; bytes];
        first.accept().unwrap().0.read_exact(&mut hello).unwrap();
        over.store(true, Ordering::Relaxed);
        second.join().unwrap().unwrap_err();
        hello
    })
}

/// Connects two processes while strangers send a hello, a byte at a time, each of them within any time
/// limit of one read.
fn connect_among_strangers(strangers: usize) {
    let hello = recorded_hello(100);
    let (listeners, hosts) = sockets(2);
    let patience = Duration::from_secs(60);
    let [first, second] = listeners.try_into().unwrap();
    let first = Membership { patience, ..member(&hosts, 0, first) };
    let second = Membership { patience, ..member(&hosts, 1, second) };
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let first = scope.spawn(move || connect(&first, &mut || None).map(drop));
        let mut clients: Vec<TcpStream> =
            (0..strangers).map(|_| TcpStream::connect(&hosts[0]).unwrap()).collect();
        let over = &over;
        scope.spawn(move || {
            for byte in hello {
                // A client that was given up cannot send any more.
                for client in &mut clients {
                    drop(client.write_all(&[byte]));
                }
                if over.load(Ordering::Relaxed) {
                    return;
                }
                thread::sleep(Duration::from_secs(1));
            }
        });
        let second = connect(&second, &mut || None).map(drop);
        let first = first.join().unwrap();
        over.store(true, Ordering::Relaxed);
        first.unwrap();
        second.unwrap();
    });
}

#[test]
fn sixty_four_slow_clients_block_no_process() {
    connect_among_strangers(64);
}

#[test]
fn five_hundred_slow_clients_block_no_process() {
    connect_among_strangers(500);
}

#[test]
fn a_recorded_handshake_with_junk_after_it_changes_nothing() {
    let request = request(4, 2, 1, MetricName::Single);
    let levels = expected(&request, EngineName::Reference);
    for secret in [None, Some(Secret::new(b"a secret").unwrap())] {
        let (listeners, hosts) = sockets(2);
        let proxy = Proxy::default();
        let lists = [hosts.clone(), vec![proxy.start(&hosts[0]), hosts[1].clone()]];
        let [first, second] = listeners.try_into().unwrap();
        // The run and the addresses are the same both times.
        let listeners = [first.try_clone().unwrap(), second.try_clone().unwrap()];
        let both = |listeners: [std::net::TcpListener; 2], on_start: &dyn Fn()| {
            thread::scope(|scope| {
                let threads: Vec<_> = listeners
                    .into_iter()
                    .enumerate()
                    .map(|(number, listener)| {
                        if number == 1 {
                            on_start();
                        }
                        let member = Membership {
                            secret: secret.clone(),
                            ..member(&lists[number], number, listener)
                        };
                        let request = &request;
                        scope.spawn(move || {
                            process(&member, options(), request, in_memory(0), false).unwrap()
                        })
                    })
                    .collect();
                for thread in threads {
                    assert_eq!(thread.join().unwrap().levels(), levels);
                }
            });
        };
        both([first, second], &|| ());
        let recorded = proxy.recorded.lock().unwrap()[..HANDSHAKE].to_vec();
        assert_eq!(proxy.start(&hosts[0]), lists[1][0]);
        both(listeners, &|| {
            let mut client = TcpStream::connect(&hosts[0]).unwrap();
            client.write_all(&recorded).unwrap();
            let _ = client.write_all(&[0xee; 5000]);
            // It is dropped before the process connects for which it poses.
            let _ = client.read_to_end(&mut Vec::new());
        });
    }
}

/// The first process gets some bytes instead of the frames of the second one.
fn forged(bytes: &[u8]) -> String {
    let request = request(4, 2, 1, MetricName::Single);
    let proxy = Proxy { forged: Some(bytes.to_vec()), ..Proxy::default() };
    let ends = through(&proxy, &request, Duration::from_secs(60), in_memory, false);
    let failures = ends.into_iter().map(|end| end.unwrap().failure.expect("a failure"));
    let failures: Vec<_> = failures.collect();
    // Both blame the process whose bytes they were.
    for failure in &failures {
        assert_eq!(failure.process, 1, "{failure}");
        assert!(matches!(failure.cause, Cause::Broken(_)), "{failure}");
    }
    let text = failures[0].to_string();
    assert!(text.contains("127.0.0.1:") && text.lines().count() == 1, "{text}");
    text
}

/// The head of a frame of the dataflow's blocks.
fn head(length: u64) -> Vec<u8> {
    [3, 1, 0, 1, length, 0].map(u64::to_be_bytes).concat()
}

#[test]
fn frames_that_no_process_sends_end_the_run_with_one_line() {
    for length in [2 << 30, u64::MAX, 600 << 10] {
        let text = forged(&head(length));
        assert!(text.contains(&format!("a frame of {length} bytes")), "{text}");
    }
    assert!(forged(&[0xee; 5000]).contains("sent something impossible"));
    assert!(forged(&[head(64), vec![0xee; 5000]].concat()).contains("two senders"));
    assert!(forged(&[0; 5000]).contains("after the end"));
}

#[test]
fn exceeding_the_window_ends_the_run() {
    let bytes = 512 << 10;
    let mut frame = head(48 + bytes as u64);
    frame.extend([1u64, 0, 1, 0].map(u64::to_le_bytes).concat());
    // Units of a later level: none of them can be stored.
    frame.extend([bytes, 0, 9999, 1].map(u32::to_le_bytes).concat());
    frame.resize(frame.len() + bytes as usize, 0);
    let text = forged(&[&frame[..], &frame, &frame].concat());
    assert!(text.contains("more than its window"), "{text}");
}

/// Connects two processes with secrets.
fn meet(secrets: [Option<&str>; 2]) -> Vec<Result<(), ClusterError>> {
    let (listeners, hosts) = sockets(2);
    let secrets = secrets.map(|text| text.map(|text| Secret::new(text.as_bytes()).unwrap()));
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let connect = |(number, (listener, secret))| {
            let (hosts, over): (&[String], _) = (&hosts, &over);
            scope.spawn(move || {
                let patience = Duration::from_secs(if number == 0 { 3 } else { 60 });
                let member = Membership { patience, secret, ..member(hosts, number, listener) };
                let mut check = || over.load(Ordering::Relaxed).then(|| "over".to_owned());
                let end = connect(&member, &mut check).map(drop);
                over.store(number == 0, Ordering::Relaxed);
                end
            })
        };
        let threads: Vec<_> = listeners.into_iter().zip(secrets).enumerate().map(connect).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn the_same_secret_connects() {
    for end in meet([Some("one"), Some("one\n")]) {
        end.unwrap();
    }
}

#[test]
fn different_secrets_are_refused_and_both_sides_report_the_missing_one() {
    for (secrets, first, second) in [
        ([Some("one"), Some("two")], Mismatch::SecretDiffers, Mismatch::SecretDiffers),
        ([Some("one"), None], Mismatch::SecretMissing, Mismatch::SecretUnknown),
        ([None, Some("two")], Mismatch::SecretUnknown, Mismatch::SecretMissing),
    ] {
        let ends = meet(secrets);
        // A client without the secret cannot end the attempt.
        let Err(ClusterError::Missing { process: 1, seen: Some(seen), .. }) = &ends[0] else {
            panic!("{ends:?}");
        };
        assert_eq!(*seen, first.to_string());
        let Err(ClusterError::Mismatch { process: 0, mismatch, .. }) = &ends[1] else {
            panic!("{ends:?}");
        };
        assert_eq!(*mismatch, second);
        let texts = ends.iter().map(|end| end.as_ref().unwrap_err().to_string());
        for text in texts {
            assert!(text.contains("give all processes the same secret"), "{text}");
            assert!(!text.contains("one\"") && !text.contains("two"), "{text}");
        }
    }
}

#[test]
fn the_secret_is_not_shown() {
    let (mut listeners, hosts) = sockets(2);
    let secret = Some(Secret::new(b"hidden words").unwrap());
    let member = Membership { secret, ..member(&hosts, 0, listeners.remove(0)) };
    assert!(!format!("{member:?}").contains("hidden"));
}
