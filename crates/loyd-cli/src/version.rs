//! The text of `loyd --version`: the version, and the commit, target and features of the build.

/// The optional parts of this build.
const FEATURES: [(&str, bool); 7] = [
    ("cluster", cfg!(feature = "cluster")),
    ("gpu", cfg!(feature = "gpu")),
    ("graph", cfg!(feature = "graph")),
    ("mysql", cfg!(feature = "mysql")),
    ("parquet", cfg!(feature = "parquet")),
    ("png", cfg!(feature = "png")),
    ("postgres", cfg!(feature = "postgres")),
];

/// The version on the first line, the build below it.
pub(crate) fn long() -> String {
    let commit = match env!("LOYD_COMMIT") {
        "" => "unknown",
        commit => commit,
    };
    let parts: Vec<&str> = FEATURES.iter().filter(|part| part.1).map(|part| part.0).collect();
    let features = if parts.is_empty() { "none".into() } else { parts.join(", ") };
    format!(
        "{}\ncommit    {commit}\ntarget    {}\nfeatures  {features}",
        env!("CARGO_PKG_VERSION"),
        env!("LOYD_TARGET"),
    )
}
