//! Queries by the drivers themselves, and not by what is tested.

use crate::server::{PASSWORD, USER};
use mysql::prelude::Queryable;
use postgres::SimpleQueryMessage;

/// The rows of a query to `PostgreSQL`, columns separated by `|`.
pub(crate) fn postgres(port: u16, database: &str, sql: &str) -> Result<String, String> {
    let database = if database.is_empty() { "postgres" } else { database };
    let mut config = postgres::Config::new();
    config.host("127.0.0.1").port(port).user(USER).password(PASSWORD).dbname(database);
    let mut client = config.connect(postgres::NoTls).map_err(|why| format!("{why:?}"))?;
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

/// The rows of a query to `MariaDB` or `MySQL`, columns separated by `|`.
pub(crate) fn mysql(port: u16, database: &str, sql: &str) -> Result<String, String> {
    let options = mysql::OptsBuilder::new()
        .ip_or_hostname(Some("127.0.0.1"))
        .tcp_port(port)
        .prefer_socket(false)
        .user(Some(USER))
        .pass(Some(PASSWORD))
        .db_name(Some(database).filter(|name| !name.is_empty()));
    let mut connection = mysql::Conn::new(options).map_err(|why| why.to_string())?;
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
