/// One line of JSON, field by field.
#[derive(Default)]
pub(crate) struct Line {
    fields: Vec<String>,
}

impl Line {
    pub(crate) fn text(self, key: &str, value: &str) -> Line {
        self.raw(key, &quoted(value))
    }

    /// A number, already as JSON writes it.
    pub(crate) fn number(self, key: &str, value: impl ToString) -> Line {
        self.raw(key, &value.to_string())
    }

    pub(crate) fn json(&self) -> String {
        format!("{{{}}}", self.fields.join(","))
    }

    fn raw(mut self, key: &str, value: &str) -> Line {
        self.fields.push(format!("{}:{value}", quoted(key)));
        self
    }
}

fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            control if control < ' ' => json.push_str(&format!("\\u{:04x}", control as u32)),
            other => json.push(other),
        }
    }
    json.push('"');
    json
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn quotes_backslashes_and_control_characters_are_escaped_and_the_rest_is_kept() {
        let line = Line::default().text("k\"", "a\\\n\u{1}µ🦀").number("n", 3);
        assert_eq!(line.json(), "{\"k\\\"\":\"a\\\\\\u000a\\u0001µ🦀\",\"n\":3}");
    }
}
