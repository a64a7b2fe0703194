//! Private servers: started on loopback, each with a folder and throw-away credentials, and
//! stopped at the end of the tests, in any case.

use loyd_graph::key::{Keys, Rows};
use loyd_graph::url::Server as Kind;
use loyd_graph::{Backend, DatabaseUrl};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// The user of the tests and its password, which must never be printed.
pub(crate) const USER: &str = "tester";
pub(crate) const PASSWORD: &str = "s3cret/@%";

/// A user without this name may run a server, unlike root.
pub(crate) const NOBODY: u32 = 65534;

/// Time for a server to start.
const PATIENCE: Duration = Duration::from_secs(300);

/// Runs a program until the input ends, then kills it and removes its folder; a line of input ends
/// this and keeps both.
const GUARD: &str = "folder=$1; shift; \"$@\" >>\"$folder/log\" 2>&1 </dev/null & echo $!; \
    if read -r _; then exit; fi; kill -9 $!; wait; rm -rf \"$folder\"";

/// A running server.
pub(crate) struct Server {
    pub(crate) kind: Kind,
    folder: PathBuf,
    port: u16,
    options: Vec<String>,
    running: Mutex<Running>,
}

struct Running {
    guard: Child,
    pid: u32,
}

/// The programs of a server.
struct Programs {
    install: PathBuf,
    serve: PathBuf,
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    folders.extend(["/usr/sbin", "/usr/bin"].map(PathBuf::from));
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    folders.extend(versions.into_iter().rev());
    let program =
        |name: &&str| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    names.iter().find_map(program)
}

fn programs(kind: Kind) -> Option<Programs> {
    let (install, serve) = match kind {
        Kind::Postgres => (find(&["initdb"])?, find(&["postgres"])?),
        Kind::Mysql => {
            (find(&["mariadb-install-db", "mysql_install_db"])?, find(&["mariadbd", "mysqld"])?)
        }
    };
    Some(Programs { install, serve })
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// A command of a user who may run a server, with a separate folder for temporary files: a MariaDB
/// server that starts removes the temporary tables of every other one in the same folder.
fn unprivileged(program: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir("/").env("TMPDIR", folder.join("temporary"));
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// Returns a server for tests that leave it running, started once; `None`, with a printed line,
/// where it is not installed and need not be.
pub(crate) fn shared(kind: Kind) -> Option<&'static Server> {
    static SERVERS: [OnceLock<Option<Server>>; 2] = [OnceLock::new(), OnceLock::new()];
    SERVERS[kind as usize].get_or_init(|| Server::start(kind, &[])).as_ref()
}

impl Server {
    /// Starts a server with further options.
    pub(crate) fn start(kind: Kind, options: &[&str]) -> Option<Self> {
        static SKIPPED: AtomicU32 = AtomicU32::new(0);
        let Some(programs) = programs(kind) else {
            let name = kind.name();
            let required = env::var_os("LOYD_REQUIRE_SERVERS").is_some_and(|value| value == "1");
            assert!(!required, "{name}: no server is installed, and LOYD_REQUIRE_SERVERS is 1");
            let skipped = SKIPPED.fetch_add(1, Ordering::Relaxed) + 1;
            // Written to the stream itself: the test runner hides what `println` prints.
            let line = format!("\nSKIPPED: {name} is not installed; {skipped} skipped so far\n");
            let _ = std::io::stderr().write_all(line.as_bytes());
            return None;
        };
        let folder = tempfile::Builder::new().prefix("loyd-server-").tempdir();
        let folder = folder.expect("a temporary folder").keep();
        let temporary = folder.join("temporary");
        fs::create_dir(&temporary).expect("a folder");
        if is_root() {
            for folder in [&folder, &temporary] {
                chown(folder, Some(NOBODY), Some(NOBODY)).expect("a folder of another user");
            }
        }
        install(kind, &programs, &folder);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        let running = Mutex::new(serve(kind, &programs, &folder, port, &options));
        let server = Self { kind, folder, port, options, running };
        server.wait();
        Some(server)
    }

    /// Kills the server at once, as `kill -9` does.
    pub(crate) fn kill(&self) {
        let running = self.running.lock().expect("a server");
        let killed = Command::new("kill").args(["-9", &running.pid.to_string()]).status();
        assert!(killed.expect("kill").success(), "the server was gone already");
    }

    /// Starts the server again after it was killed.
    pub(crate) fn restart(&self) {
        self.serve_again();
        self.wait();
    }

    fn serve_again(&self) {
        let programs = programs(self.kind).expect("it was there before");
        let mut running = self.running.lock().expect("a server");
        if let Some(input) = &mut running.guard.stdin {
            let _ = input.write_all(b"keep\n");
        }
        let _ = running.guard.wait();
        *running = serve(self.kind, &programs, &self.folder, self.port, &self.options);
    }

    /// Returns true if the process of the server has ended.
    fn has_ended(&self) -> bool {
        let pid = self.running.lock().expect("a server").pid.to_string();
        let state = Command::new("ps").args(["-o", "stat=", "-p", &pid]).output().expect("ps");
        let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
        state.is_empty() || state.starts_with('Z')
    }

    /// The address of a database, with the password or another.
    pub(crate) fn url_with(&self, database: &str, user: &str, password: &str) -> DatabaseUrl {
        let hidden = password.bytes().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "%{byte:02x}");
            text
        });
        let scheme = self.kind.scheme();
        let text = format!("{scheme}://{user}:{hidden}@127.0.0.1:{}/{database}", self.port);
        text.parse().expect("an address")
    }

    pub(crate) fn url(&self, database: &str) -> DatabaseUrl {
        self.url_with(database, USER, PASSWORD)
    }

    /// The address of a database by the Unix socket.
    pub(crate) fn socket_url(&self, database: &str) -> DatabaseUrl {
        let DatabaseUrl::Server(mut url) = self.url(database) else { unreachable!("a server") };
        url.socket = Some(match self.kind {
            Kind::Postgres => self.folder.clone(),
            Kind::Mysql => self.folder.join("socket"),
        });
        DatabaseUrl::Server(url)
    }

    /// A new, empty database.
    pub(crate) fn database(&self) -> String {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let name = format!("graph{}", LAST.fetch_add(1, Ordering::Relaxed));
        self.run("", &format!("CREATE DATABASE {name}"));
        name
    }

    /// Runs a statement in a database, or in none.
    pub(crate) fn run(&self, database: &str, sql: &str) {
        self.rows(database, sql);
    }

    /// The rows of a query, columns separated by `|`.
    pub(crate) fn rows(&self, database: &str, sql: &str) -> String {
        self.try_rows(database, sql).unwrap_or_else(|why| panic!("{sql}: {why}"))
    }

    pub(crate) fn try_rows(&self, database: &str, sql: &str) -> Result<String, String> {
        match self.kind {
            Kind::Postgres => crate::queries::postgres(self.port, database, sql),
            Kind::Mysql => crate::queries::mysql(self.port, database, sql),
        }
    }

    /// The seconds of one statement that loads all rows of a graph into the table of another one, whose
    /// rows it gets in the order of keys.
    pub(crate) fn load_alone(&self, from: &mut dyn Backend, database: &str) -> f64 {
        let mut rows = Rows::new(from.meta().expect("facts").expect("a graph").key);
        from.page(None, None, usize::MAX >> 1, &mut rows).expect("rows");
        let Keys::Numbers(keys) = &rows.keys else { panic!("numbers") };
        let mut text = String::new();
        for (row, key) in keys.iter().enumerate() {
            let mv = rows.moves[row].map_or("\\N".to_owned(), |mv| mv.to_string());
            let _ = writeln!(text, "{key}\t{}\t{mv}", rows.levels[row]);
        }
        match self.kind {
            Kind::Postgres => crate::queries::postgres_copy(self.port, database, &text),
            Kind::Mysql => crate::queries::mysql_load(self.port, database, text),
        }
    }

    fn wait(&self) {
        let began = Instant::now();
        while let Err(why) = self.try_rows("", "SELECT 1") {
            if began.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                panic!("{} does not start: {why}\n{log}", self.kind.name());
            }
            thread::sleep(Duration::from_millis(50));
            // It gives up while processes of the one that was killed are still ending.
            if self.has_ended() {
                self.serve_again();
            }
        }
    }
}

/// Creates the files of a server.
fn install(kind: Kind, programs: &Programs, folder: &Path) {
    let data = folder.join("data");
    let mut command = unprivileged(&programs.install, folder);
    match kind {
        Kind::Postgres => {
            let password = folder.join("password");
            fs::write(&password, PASSWORD).expect("a file");
            command.arg("--pgdata").arg(&data).arg("--pwfile").arg(&password);
            command.args(["--username", USER, "--auth=scram-sha-256", "--no-sync"]);
            command.args(["--encoding=UTF8", "--no-locale"]);
        }
        Kind::Mysql => {
            fs::create_dir(&data).expect("a folder");
            if is_root() {
                chown(&data, Some(NOBODY), Some(NOBODY)).expect("a folder of another user");
            }
            let sql = format!(
                "CREATE USER IF NOT EXISTS '{USER}'@'%' IDENTIFIED BY '{PASSWORD}';\n\
                 GRANT ALL ON *.* TO '{USER}'@'%' WITH GRANT OPTION;\n"
            );
            fs::write(folder.join("init.sql"), sql).expect("a file");
            command.arg("--no-defaults").arg(format!("--datadir={}", data.display()));
            command.args(["--auth-root-authentication-method=normal", "--skip-test-db"]);
        }
    }
    let output = command.stdin(Stdio::null()).output().expect("a program");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {text}", programs.install.display());
}

/// Starts a server and the shell that guards it.
fn serve(kind: Kind, programs: &Programs, folder: &Path, port: u16, options: &[String]) -> Running {
    let mut command = unprivileged("sh", folder);
    command.args(["-c", GUARD, "sh"]).arg(folder).arg(&programs.serve);
    let data = folder.join("data");
    match kind {
        // Writes of a process survive its end even before they reach the disk.
        Kind::Postgres => {
            command.arg("-D").arg(&data).arg("-k").arg(folder);
            command.args(["-h", "127.0.0.1", "-p", &port.to_string(), "-c", "fsync=off"]);
        }
        Kind::Mysql => {
            command.arg("--no-defaults").arg(format!("--datadir={}", data.display()));
            command.arg(format!("--init-file={}", folder.join("init.sql").display()));
            command.arg(format!("--socket={}", folder.join("socket").display()));
            command.arg(format!("--pid-file={}", folder.join("pid").display()));
            command.args(["--bind-address=127.0.0.1", &format!("--port={port}")]);
            command.args(["--innodb-flush-log-at-trx-commit=2", "--skip-name-resolve"]);
        }
    }
    command.args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut guard = command.spawn().expect("a shell");
    let mut line = String::new();
    let output = guard.stdout.take().expect("its output is piped");
    BufReader::new(output).read_line(&mut line).expect("the number of a process");
    Running { pid: line.trim().parse().expect("a number"), guard }
}
