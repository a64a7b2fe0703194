//! The tables and views, as SQL. Dialects differ in the names of types and in a few expressions;
//! everything else is the same text.

use crate::key::KeyForm;
use crate::meta::Meta;
use crate::space::{MoveName, Slide};

/// The tables of a new graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Facts.
    pub meta: Meta,
    /// The moves by number.
    pub moves: Vec<MoveName>,
    /// The slides of a board whose keys are its digits; empty for other puzzles.
    pub slides: Vec<Slide>,
}

/// The words in which a database differs from others.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// The type of an integer of 64 bits that is the primary key.
    pub key: &'static str,
    /// The type of other integers of 64 bits.
    pub integer: &'static str,
    /// The type of a level or a move.
    pub small: &'static str,
    /// The type of bytes of a length; `#` stands for it.
    pub bytes: &'static str,
    /// The type of short texts that can be primary keys.
    pub name: &'static str,
    /// The type of texts.
    pub text: &'static str,
    /// The text after the columns of the table of facts.
    pub mark: &'static str,
    /// The statement that marks a database as a graph, if that text does not.
    pub mark_database: Option<&'static str>,
    /// True if tables can be created and removed within a transaction.
    pub tables_in_transactions: bool,
    /// The column of the queue that numbers its rows.
    pub serial: &'static str,
    /// The text after the columns of the table of states if keys are bytes.
    pub clustered: &'static str,
    /// The expression that makes a bit pattern a signed integer; `#` stands for the pattern.
    pub signed: &'static str,
    /// The expression that writes a key as this many hexadecimal digits; `#` stands for their number.
    pub digits: &'static str,
    /// The expression that makes the bytes of a key a text.
    pub key_text: &'static str,
    /// The statement that begins a transaction that writes.
    pub begin: &'static str,
    /// The statement that inserts a state unless it is stored; `#` stands for its columns.
    pub insert_new: &'static str,
    /// The statements that rebuild the table of states in less space.
    pub rebuild: &'static [&'static str],
    /// The query of the sizes in bytes: the table of states with its primary key, the other indexes of
    /// that table, the database.
    pub sizes: &'static str,
}

/// The dialect of `SQLite`.
pub const SQLITE: Dialect = Dialect {
    key: "INTEGER",
    integer: "INTEGER",
    small: "INTEGER",
    bytes: "BLOB",
    name: "TEXT",
    text: "TEXT",
    mark: "",
    // "loyd" in the header of the file.
    mark_database: Some("PRAGMA application_id = 0x6C6F7964"),
    tables_in_transactions: true,
    serial: "INTEGER PRIMARY KEY AUTOINCREMENT",
    clustered: " WITHOUT ROWID",
    signed: "#",
    digits: "printf('%0#x', s.key)",
    key_text: "CAST(s.key AS TEXT)",
    begin: "BEGIN IMMEDIATE",
    insert_new: "INSERT OR IGNORE INTO state VALUES (#)",
    // In a log all pages would be written twice.
    rebuild: &["PRAGMA journal_mode = DELETE", "VACUUM", "PRAGMA journal_mode = WAL"],
    // The primary key is the table itself; the other tables take a few pages.
    sizes: "SELECT (page_count - freelist_count) * page_size, 0, page_count * page_size \
            FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
};

/// The dialect of PostgreSQL. Rows are aligned to 8 bytes, so that shorter integers save nothing.
#[cfg(feature = "postgres")]
pub const POSTGRES: Dialect = Dialect {
    key: "BIGINT",
    integer: "BIGINT",
    small: "INTEGER",
    bytes: "BYTEA",
    name: "TEXT",
    text: "TEXT",
    mark: "",
    mark_database: Some("COMMENT ON TABLE meta IS 'loyd graph'"),
    tables_in_transactions: true,
    serial: "BIGSERIAL PRIMARY KEY",
    clustered: "",
    signed: "#",
    digits: "lpad(to_hex(s.key), #, '0')",
    key_text: "convert_from(s.key, 'UTF8')",
    begin: "BEGIN",
    insert_new: "INSERT INTO state VALUES (#) ON CONFLICT DO NOTHING",
    rebuild: &["REINDEX TABLE state", "VACUUM (ANALYZE) state"],
    sizes: "SELECT pg_table_size('state') + pg_relation_size('state_pkey'), \
            pg_indexes_size('state') - pg_relation_size('state_pkey'), \
            (SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c \
            JOIN pg_namespace n ON n.oid = c.relnamespace \
            WHERE n.nspname = current_schema() AND c.relkind = 'r')",
};

/// The dialect of MySQL and MariaDB, whose `~`, `&`, `|` and shifts give unsigned integers.
#[cfg(feature = "mysql")]
pub const MYSQL: Dialect = Dialect {
    key: "BIGINT",
    integer: "BIGINT",
    small: "SMALLINT",
    bytes: "VARBINARY(#)",
    name: "VARCHAR(64)",
    text: "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    mark: " COMMENT = 'loyd graph'",
    mark_database: None,
    tables_in_transactions: false,
    serial: "BIGINT AUTO_INCREMENT PRIMARY KEY",
    clustered: "",
    signed: "CAST(# AS SIGNED)",
    digits: "lpad(lower(hex(s.key)), #, '0')",
    key_text: "CONVERT(s.key USING utf8mb4)",
    begin: "START TRANSACTION",
    insert_new: "INSERT IGNORE INTO state VALUES (#)",
    rebuild: &["ALTER TABLE state FORCE", "ANALYZE TABLE state"],
    sizes: "SELECT CAST(sum(if(table_name = 'state', data_length, 0)) AS SIGNED), \
            CAST(sum(if(table_name = 'state', index_length, 0)) AS SIGNED), \
            CAST(sum(data_length + index_length) AS SIGNED) \
            FROM information_schema.tables \
            WHERE table_schema = database() AND table_type = 'BASE TABLE'",
};

/// The statements that remove the tables and views of a graph of any puzzle. The table of facts,
/// which marks a database as a graph, is the last.
pub fn removals() -> impl Iterator<Item = String> {
    const VIEWS: [&str; 4] = ["tree", "neighbour", "position", "levels"];
    const TABLES: [&str; 6] = ["slide", "open", "state", "level", "move", "meta"];
    let drop = |kind, name| format!("DROP {kind} IF EXISTS {name}");
    let views = VIEWS.into_iter().map(move |name| drop("VIEW", name));
    views.chain(TABLES.into_iter().map(move |name| drop("TABLE", name)))
}

/// The statements that create the tables and views of a graph. The one name that is a reserved word
/// somewhere (`key`) is quoted as the standard has it.
pub fn statements(dialect: &Dialect, layout: &Layout) -> Vec<String> {
    let Dialect { small, name, text, integer, serial, .. } = dialect;
    let (key, end) = match layout.meta.key.bytes() {
        Some(length) => (dialect.bytes.replace('#', &length.to_string()), dialect.clustered),
        None => (dialect.key.to_owned(), ""),
    };
    let position =
        if layout.meta.positions { format!(", position {text} NOT NULL") } else { String::new() };
    let mut all = vec![
        format!(
            "CREATE TABLE meta (name {name} PRIMARY KEY, value {text} NOT NULL){}",
            dialect.mark
        ),
        format!(
            "CREATE TABLE move (id {small} PRIMARY KEY, name {text} NOT NULL, inverse {small} NOT NULL)"
        ),
        format!("CREATE TABLE level (level {small} PRIMARY KEY, states {integer} NOT NULL)"),
        format!(
            "CREATE TABLE state (\"key\" {key} NOT NULL PRIMARY KEY, level {small} NOT NULL, \
             move {small}{position}){end}"
        ),
        format!("CREATE TABLE open (id {serial}, \"key\" {key} NOT NULL, level {small} NOT NULL)"),
        LEVELS.to_owned(),
    ];
    if let KeyForm::Board(cells) = layout.meta.key {
        all.push(format!(
            "CREATE TABLE slide (blank {small} NOT NULL, move {small} NOT NULL, at_blank {integer} \
             NOT NULL, mask {integer} NOT NULL, target {integer} NOT NULL, up {small} NOT NULL, down {small} NOT NULL, \
             PRIMARY KEY (blank, move))"
        ));
        all.extend(board_views(dialect, cells));
    } else {
        let position = match layout.meta.key {
            KeyForm::Text(_) => format!(", {} AS position", dialect.key_text),
            _ if layout.meta.positions => ", s.position".to_owned(),
            _ => String::new(),
        };
        all.push(format!(
            "CREATE VIEW position AS SELECT s.key, s.level, m.name AS move{position} \
             FROM state s LEFT JOIN move m ON m.id = s.move"
        ));
    }
    all.extend(dialect.mark_database.map(str::to_owned));
    all
}

/// States by level, with the running total.
const LEVELS: &str = "CREATE VIEW levels AS SELECT level, states, \
    sum(states) OVER (ORDER BY level) AS total FROM level";

/// The views of boards whose keys are their digits. A slide shifts the digits under its mask; the
/// digit of the blank is 0, so that they can be put there by "or".
fn board_views(dialect: &Dialect, cells: usize) -> Vec<String> {
    let digits = dialect.digits.replace('#', &cells.to_string());
    let signed = |pattern: &str| dialect.signed.replace('#', pattern);
    // A shift to the right may repeat the sign; the target leaves that out.
    let after = signed("(s.key & ~d.mask) | ((((s.key & d.mask) << d.up) >> d.down) & d.target)");
    vec![
        format!(
            "CREATE VIEW position AS SELECT s.key, s.level, m.name AS move, {digits} AS position \
             FROM state s LEFT JOIN move m ON m.id = s.move"
        ),
        format!(
            "CREATE VIEW neighbour AS SELECT s.key, s.level, d.move, {after} AS neighbour \
             FROM state s JOIN slide d ON (s.key & d.at_blank) = 0"
        ),
        format!(
            "CREATE VIEW tree AS SELECT s.key, s.level, s.move, {after} AS parent \
             FROM state s JOIN move m ON m.id = s.move \
             JOIN slide d ON d.move = m.inverse AND (s.key & d.at_blank) = 0"
        ),
    ]
}
