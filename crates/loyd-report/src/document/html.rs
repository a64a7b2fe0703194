//! Documents as a page: one file that loads nothing, light or dark as its reader likes it.
//!
//! The only script is a few lines that sort a table by the column whose head is clicked; without
//! it everything can be read.

use super::model::{Document, Field, Part, Table};
use crate::svg::{Escaped, embedded};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#ffffff;--ink:#1a1a1a;--pale-ink:#555555;--grid:#e2e2e2;\
--stripe:#f6f7f8;--alarm:#b00020;--alarm-paper:#fdecee}
@media (prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#e8e8e8;--pale-ink:#a5a9b0;\
--grid:#363a42;--stripe:#1d2026;--alarm:#ff8a9a;--alarm-paper:#3a1a20}}
body{margin:0 auto;max-width:1240px;padding:24px;background:var(--paper);color:var(--ink);\
font:16px/1.5 system-ui,Helvetica,Arial,sans-serif}
h1{font-size:28px;margin:8px 0 16px}h2{font-size:21px;margin:44px 0 8px;\
border-top:1px solid var(--grid);padding-top:20px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 18px;font-size:14px;margin:0}
dt{color:var(--pale-ink)}dd{margin:0;overflow-wrap:anywhere}
p,ul{max-width:80ch}li{margin:6px 0}
code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}
.table{overflow-x:auto;margin:0 0 20px}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums;min-width:60%}
h3{font-size:15px;margin:24px 0 4px}
th,td{padding:5px 8px;text-align:left;white-space:nowrap;border-bottom:1px solid var(--grid)}
th{color:var(--pale-ink);font-weight:600;vertical-align:bottom}
th button{all:unset;cursor:pointer}th button:focus-visible{outline:2px solid var(--ink)}
th[aria-sort=ascending] button::after{content:\" \\2191\"}
th[aria-sort=descending] button::after{content:\" \\2193\"}
.n{text-align:right}tbody tr:nth-child(even){background:var(--stripe)}
.alarm{border-left:5px solid var(--alarm);background:var(--alarm-paper);color:var(--alarm);\
padding:10px 16px;font-weight:600;margin:12px 0}
figure{margin:28px 0;max-width:1040px}svg{width:100%;height:auto}
.narrow{display:none;max-width:520px}
@media (max-width:700px){body{padding:12px}h1{font-size:23px}h2{font-size:19px}\
dl{grid-template-columns:76px 1fr;gap:4px 10px;font-size:13px}\
.wide{display:none}.narrow{display:block}}
";

const SCRIPT: &str = "\
for(const head of document.querySelectorAll('th')){
const button=document.createElement('button');button.textContent=head.textContent;
head.textContent='';head.append(button);button.addEventListener('click',()=>{
const table=head.closest('table'),body=table.tBodies[0],at=head.cellIndex;
const up=head.getAttribute('aria-sort')!=='ascending';
for(const other of table.querySelectorAll('th'))other.removeAttribute('aria-sort');
head.setAttribute('aria-sort',up?'ascending':'descending');
const key=row=>{const cell=row.cells[at],number=cell.dataset.v;
return number===undefined?cell.textContent:Number(number)};
const order=(a,b)=>typeof a==='number'&&typeof b==='number'?a-b:String(a).localeCompare(String(b));
const rows=[...body.rows].sort((a,b)=>order(key(a),key(b)));
if(!up)rows.reverse();body.append(...rows)})}
";

/// A document as a page.
pub fn html(document: &Document) -> String {
    let title = Escaped(&document.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"generator\" content=\"loyd {}\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<dl>\n",
        env!("CARGO_PKG_VERSION"),
    );
    for (name, what) in &document.facts {
        let (open, close) = if name == "command" { ("<code>", "</code>") } else { ("", "") };
        let _ = writeln!(page, "<dt>{}</dt><dd>{open}{}{close}</dd>", Escaped(name), Escaped(what));
    }
    page += "</dl>\n";
    for alarm in &document.alarms {
        let _ = writeln!(page, "<p class=\"alarm\" role=\"alert\">ERROR: {}</p>", Escaped(alarm));
    }
    let (mut figures, mut tables) = (0, 0);
    for section in &document.sections {
        let _ = writeln!(page, "<h2>{}</h2>", Escaped(&section.title));
        for part in &section.parts {
            let _ = match part {
                Part::Paragraph(words) => writeln!(page, "<p>{}</p>", Escaped(words)),
                Part::List(items) => {
                    page += "<ul>\n";
                    for item in items {
                        let _ = writeln!(page, "<li>{}</li>", Escaped(item));
                    }
                    writeln!(page, "</ul>")
                }
                Part::Table(of) => {
                    tables += 1;
                    writeln!(page, "{}", table(of, &format!("table-{tables}")))
                }
                Part::Chart(chart) => {
                    figures += 1;
                    let id = format!("figure-{figures}");
                    let wide = embedded(&chart.wide, &id);
                    let narrow = embedded(&chart.narrow, &format!("{id}-narrow"));
                    writeln!(
                        page,
                        "<figure>\n<div class=\"wide\">\n{wide}</div>\n<div \
                         class=\"narrow\">\n{narrow}</div>\n</figure>"
                    )
                }
            };
        }
    }
    let _ = write!(page, "<script>\n//<![CDATA[\n{SCRIPT}//]]>\n</script>\n</body>\n</html>\n");
    page
}

/// A table under its caption, which stays in place when the table is scrolled.
fn table(table: &Table, id: &str) -> String {
    let caption = Escaped(&table.caption);
    let mut text = format!(
        "<h3 id=\"{id}\">{caption}</h3>\n<div class=\"table\"><table \
         aria-labelledby=\"{id}\">\n<thead><tr>"
    );
    let class = |numeric: bool| if numeric { " class=\"n\"" } else { "" };
    for column in &table.columns {
        let _ = write!(
            text,
            "<th scope=\"col\"{}>{}</th>",
            class(column.numeric),
            Escaped(&column.name)
        );
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        text += "<tr>";
        for (Field { text: shown, value }, column) in row.iter().zip(&table.columns) {
            let value = value.map_or_else(String::new, |value| format!(" data-v=\"{value}\""));
            let _ = write!(text, "<td{}{value}>{}</td>", class(column.numeric), Escaped(shown));
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>"
}
