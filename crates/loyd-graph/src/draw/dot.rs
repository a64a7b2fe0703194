//! A picture in the language of Graphviz: `dot -Tsvg graph.dot` draws levels as rows, `twopi` as rings.

use super::Picture;
use std::fmt::Write;

/// The text of a picture.
pub fn dot(picture: &Picture) -> String {
    let mut text = format!("graph {} {{\n", quoted(&picture.title));
    text.push_str("  node [shape=box, fontname=\"monospace\", margin=0.05];\n");
    for (level, nodes) in picture.levels().into_iter().enumerate() {
        let _ = writeln!(text, "  subgraph level_{level} {{\n    rank=same;");
        for node in nodes {
            let state = &picture.nodes[node];
            let label =
                if state.rows.is_empty() { state.text.clone() } else { state.rows.join("\n") };
            let _ = writeln!(text, "    n{node} [label={}];", quoted(&label));
        }
        text.push_str("  }\n");
    }
    for (low, high) in &picture.edges {
        let _ = writeln!(text, "  n{low} -- n{high};");
    }
    text.push_str("}\n");
    text
}

/// A text in quotation marks.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
