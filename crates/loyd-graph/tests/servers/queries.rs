//! Queries by the drivers themselves, without the tested code.

use crate::server::{PASSWORD, USER};
use mysql::prelude::Queryable;
use postgres::SimpleQueryMessage;
use std::io::Write;
use std::time::Instant;

fn postgres_client(port: u16, database: &str) -> Result<postgres::Client, String> {
    let database = if database.is_empty() { "postgres" } else { database };
    let mut config = postgres::Config::new();
    config.host("127.0.0.1").port(port).user(USER).password(PASSWORD).dbname(database);
    config.connect(postgres::NoTls).map_err(|why| format!("{why:?}"))
}

/// The seconds of a `COPY` into the table of states.
pub(crate) fn postgres_copy(port: u16, database: &str, text: &str) -> f64 {
    let mut client = postgres_client(port, database).expect("a server");
    let began = Instant::now();
    let mut writer = client.copy_in("COPY state FROM STDIN").expect("a table");
    writer.write_all(text.as_bytes()).expect("rows");
    assert!(writer.finish().expect("rows") > 0);
    began.elapsed().as_secs_f64()
}

/// The seconds of a `LOAD DATA LOCAL` into the table of states.
pub(crate) fn mysql_load(port: u16, database: &str, text: String) -> f64 {
    let mut connection = mysql_connection(port, database).expect("a server");
    let handler =
        move |_: &[u8], file: &mut mysql::LocalInfile<'_>| file.write_all(text.as_bytes());
    connection.set_local_infile_handler(Some(mysql::LocalInfileHandler::new(handler)));
    let began = Instant::now();
    connection.query_drop("LOAD DATA LOCAL INFILE 'rows' INTO TABLE state").expect("rows");
    assert!(connection.affected_rows() > 0);
    began.elapsed().as_secs_f64()
}

/// The rows of a query to `PostgreSQL`, columns separated by `|`.
pub(crate) fn postgres(port: u16, database: &str, sql: &str) -> Result<String, String> {
    let mut client = postgres_client(port, database)?;
    let messages = client.simple_query(sql).map_err(|why| format!("{why:?}"))?;
    let rows = messages.iter().filter_map(|message| match message {
        SimpleQueryMessage::Row(row) => {
            let columns: Vec<_> =
                (0..row.len()).map(|column| row.get(column).unwrap_or_default()).collect();
            Some(columns.join("|") + "\n")
        }
        _ => None,
    });
    Ok(rows.collect())
}

fn mysql_connection(port: u16, database: &str) -> Result<mysql::Conn, String> {
    let options = mysql::OptsBuilder::new()
        .ip_or_hostname(Some("127.0.0.1"))
        .tcp_port(port)
        .prefer_socket(false)
        .user(Some(USER))
        .pass(Some(PASSWORD))
        .db_name(Some(database).filter(|name| !name.is_empty()));
    mysql::Conn::new(options).map_err(|why| why.to_string())
}

/// The rows of a query to `MariaDB` or `MySQL`, columns separated by `|`.
pub(crate) fn mysql(port: u16, database: &str, sql: &str) -> Result<String, String> {
    let mut connection = mysql_connection(port, database)?;
    let rows: Vec<mysql::Row> = connection.query(sql).map_err(|why| why.to_string())?;
    let text = |value| match value {
        mysql::Value::NULL => String::new(),
        mysql::Value::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        other => other.as_sql(true),
    };
    let line =
        |row: mysql::Row| row.unwrap().into_iter().map(text).collect::<Vec<_>>().join("|") + "\n";
    Ok(rows.into_iter().map(line).collect())
}
