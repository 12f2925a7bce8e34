//! Reading orders from comma-separated values, some of them quoted.

use pairgate::{Fingerprint, Hasher, Random, Suite};

/// `total` is known from when the text was made, and is the oracle.
#[derive(Clone, Default)]
struct Orders {
    text: String,
    total: u64,
}

impl Fingerprint for Orders {
    fn fingerprint(&self, hasher: &mut Hasher) {
        hasher.add(&self.text).add(&self.total);
    }
}

fn random_name(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz ,\"";
    let length = 4 + random.below(12);
    (0..length).map(|_| char::from(LETTERS[random.below(LETTERS.len() as u64) as usize])).collect()
}

/// As it stands in the file: between quotes, and quotes doubled, where it holds a comma or a quote.
fn escaped(name: &str) -> String {
    if name.contains([',', '"']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_string()
    }
}

fn random_orders(random: &mut Random, rows: u64) -> Orders {
    let mut orders = Orders::default();
    for id in 0..rows {
        let name = random_name(random);
        let quantity = 1 + random.below(99);
        let cents = 100 + random.below(99900);
        orders.text += &format!("{id},{},{quantity},{}.{:02}\n", escaped(&name), cents / 100, cents % 100);
        orders.total += name.len() as u64 + quantity * cents;
    }
    orders
}

/// The fields of a text whose rows all end in a line feed.
struct Fields<'a> {
    rest: &'a [u8],
    buffer: Vec<u8>,
}

impl<'a> Fields<'a> {
    fn new(text: &'a str) -> Fields<'a> {
        Fields { rest: text.as_bytes(), buffer: Vec::new() }
    }

    fn more(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Valid until the next call.
    fn next(&mut self) -> &[u8] {
        if self.rest[0] == b'"' {
            return self.unescaped();
        }
        let mut end = 0;
        while self.rest[end] != b',' && self.rest[end] != b'\n' {
            end += 1;
        }
        let field = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        field
    }

    fn unescaped(&mut self) -> &[u8] {
        self.buffer.clear();
        let mut at = 1;
        loop {
            if self.rest[at] == b'"' {
                at += 1;
                if self.rest[at] != b'"' {
                    break;
                }
            }
            self.buffer.push(self.rest[at]);
            at += 1;
        }
        self.rest = &self.rest[at + 1..];
        &self.buffer
    }
}

/// Of a decimal number without its point.
fn digits(field: &[u8]) -> u64 {
    field.iter().filter(|&&c| c != b'.').fold(0, |value, &c| value * 10 + u64::from(c - b'0'))
}

fn parsed_total(orders: &Orders) -> u64 {
    let mut fields = Fields::new(&orders.text);
    let mut total = 0;
    while fields.more() {
        fields.next();
        let length = fields.next().len() as u64;
        let quantity = digits(fields.next());
        let cents = digits(fields.next());
        total += length + quantity * cents;
    }
    total
}

pub fn add(suite: &mut Suite) {
    suite
        .add("csv_parse", "data structures", &[100, 5000], random_orders, parsed_total)
        .reference(|orders: &Orders| orders.total);
}
