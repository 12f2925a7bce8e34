//! Written anew for every build: the turns of one call, and which build this is.

pub const TURNS: u64 = 7000;
pub const BUILD: &str = "baseline";
