//! Documents as a page: one file without external parts, light or dark by the reader's setting.
//!
//! The only script is a few lines that sort a table by the column whose head is clicked; without
//! it everything can be read.

use super::model::{Document, Field, Part, Table};
use crate::svg::{Escaped, embedded};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Sheet;
    use crate::chart::levels::{Levels, levels};
    use crate::document::{Chart, Section};
    use roxmltree::ParsingOptions;
    use std::collections::HashSet;

    const ODD: &str = "a < b & \"c\" > ]]> </script> \u{1b}[1m 'd'";

    fn document() -> Document {
        let drawn = Levels { title: ODD, states: &[1, 2, 4], complete: false, comparison: None };
        let chart = || {
            let (wide, narrow) = (levels(&drawn, Sheet::WIDE), levels(&drawn, Sheet::NARROW));
            Part::Chart(Box::new(Chart { wide, narrow }))
        };
        let mut table = Table::new(ODD, &[ODD, "#number"]);
        table.rows.push(vec![Field::words(ODD), Field::number(Some(0.5), |it| it.to_string())]);
        let mut section = Section::new(ODD);
        section.say(ODD);
        section.parts.extend([Part::List(vec![ODD.into()]), Part::Table(table), chart(), chart()]);
        Document {
            title: ODD.into(),
            facts: vec![("command".into(), ODD.into())],
            alarms: vec![ODD.into()],
            sections: vec![section],
        }
    }

    #[test]
    fn any_text_gives_a_well_formed_page_whose_names_are_unique() {
        let page = html(&document());
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let page = roxmltree::Document::parse_with_options(&page, options).expect("a page");
        let shown = ODD.replace('\u{1b}', "\u{fffd}");
        for tag in ["title", "h1", "h2", "h3", "p", "li", "code", "th", "td", "desc"] {
            let elements = page.descendants().filter(|node| node.has_tag_name(tag));
            assert!(elements.clone().count() > 0, "no {tag}");
            if tag != "desc" {
                let mut texts = elements.filter_map(|node| node.text());
                assert!(texts.any(|text| text.ends_with(&shown)), "{tag}");
            }
        }
        let ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
        assert_eq!(ids.len(), ids.iter().collect::<HashSet<_>>().len(), "{ids:?}");
        let pictures = page.descendants().filter(|node| node.has_tag_name("svg"));
        assert_eq!(pictures.count(), 4);
    }
}
