//! The timed region: the one loop that calls a body, around one input or around copies of it.

use crate::clock;
use crate::opaque::{opaque_mut, opaque_ref, opaque_word};
use crate::output::Output;
use std::time::{Duration, Instant};

/// What a run of calls gave: the last output, and `differing`, which is zero only when every output was the expected one.
pub(crate) struct Turns<O> {
    pub(crate) last: O,
    pub(crate) differing: u64,
}

/// Calls `call(0)`, `call(1)`, … for the first output, the warm-up, the batch and, around an empty body, the overhead.
/// The optimiser may assume nothing of the input or the output of any turn; the folding is two dependent single-cycle
/// operations, so that its cost is the same around every body.
#[inline(never)]
fn turns<O: Output>(count: u64, expected: &O, mut call: impl FnMut(u64) -> O) -> Turns<O> {
    let mut last = O::blank();
    let expected = opaque_ref(expected);
    let mut differing = 0u64;
    for index in 0..opaque_word(count) {
        last = call(index);
        differing = (differing | last.difference(expected)).rotate_left(1);
    }
    Turns { last, differing }
}

/// Time taken by batches.
#[derive(Default)]
pub(crate) struct Times {
    pub(crate) elapsed: Duration,
    /// None where the system does not say.
    pub(crate) cpu_ns: Option<u64>,
}

/// Times `count` calls and adds to `times`.
fn timed<O: Output>(count: u64, expected: &O, times: &mut Times, call: impl FnMut(u64) -> O) -> Turns<O> {
    let cpu = clock::cpu_ns();
    let start = Instant::now();
    let mut result = turns(count, expected, call);
    times.elapsed += start.elapsed();
    // Used, whatever the caller does: else the folding would be dropped.
    result.differing = opaque_word(result.differing);
    if let (Some(before), Some(after)) = (cpu, clock::cpu_ns()) {
        times.cpu_ns = Some(times.cpu_ns.unwrap_or(0) + after.saturating_sub(before));
    }
    result
}

/// Cost of one turn around an empty body, in nanoseconds: the median of short rounds, within about a tenth of a millisecond.
/// The median, because the best round would hide a busy neighbour that the batch beside it had too.
pub(crate) fn overhead_ns<F, O: Output>(fixture: &F) -> f64 {
    const ROUND: u64 = 10_000;
    let empty = |_: &F| O::blank();
    let mut rounds = Vec::new();
    let mut spent = Duration::ZERO;
    while rounds.len() < 3 || spent < Duration::from_micros(100) {
        let mut times = Times::default();
        SharedCalls { body: &empty, fixture }.run(ROUND, &O::blank(), &mut times);
        rounds.push(times.elapsed.as_nanos());
        spent += times.elapsed + Duration::from_nanos(1);
    }
    rounds.sort_unstable();
    rounds[rounds.len() / 2] as f64 / ROUND as f64
}

/// How a benchmark's calls get their input.
pub(crate) trait Calls<O: Output> {
    /// Makes `count` timed calls.
    fn run(&mut self, count: u64, expected: &O, times: &mut Times) -> Turns<O>;

    /// The output of one call.
    fn first(&mut self) -> O {
        self.run(1, &O::blank(), &mut Times::default()).last
    }
}

/// Calls that share one input.
pub(crate) struct SharedCalls<'a, F, B> {
    pub(crate) body: &'a B,
    pub(crate) fixture: &'a F,
}

impl<F, O: Output, B: Fn(&F) -> O> Calls<O> for SharedCalls<'_, F, B> {
    fn run(&mut self, count: u64, expected: &O, times: &mut Times) -> Turns<O> {
        let SharedCalls { body, fixture } = *self;
        // The body too is opaque: what it captured must not let a call be moved out of the loop.
        timed(count, expected, times, |_| opaque_ref(body)(opaque_ref(fixture)))
    }
}

/// Calls that each get a fresh copy, made while the clock stands; about a mebibyte of copies at a time.
pub(crate) struct CopyingCalls<'a, F, B> {
    body: &'a B,
    fixture: &'a F,
    room: u64,
    copies: Vec<F>,
}

impl<'a, F: Clone, B> CopyingCalls<'a, F, B> {
    pub(crate) fn new(body: &'a B, fixture: &'a F, bytes: u64) -> CopyingCalls<'a, F, B> {
        let room = ((1 << 20) / (bytes + 1)).clamp(1, 256);
        CopyingCalls { body, fixture, room, copies: Vec::new() }
    }

    fn refill(&mut self, count: u64) {
        self.copies.truncate(count as usize);
        for copy in &mut self.copies {
            copy.clone_from(self.fixture);
        }
        while (self.copies.len() as u64) < count {
            self.copies.push(self.fixture.clone());
        }
    }
}

impl<F: Clone, O: Output, B: Fn(&mut F) -> O> Calls<O> for CopyingCalls<'_, F, B> {
    fn run(&mut self, count: u64, expected: &O, times: &mut Times) -> Turns<O> {
        let mut result = Turns { last: O::blank(), differing: 0 };
        let mut done = 0;
        while done < count {
            let chunk = self.room.min(count - done);
            self.refill(chunk);
            let body = self.body;
            let copies = &mut self.copies;
            let turns =
                timed(chunk, expected, times, |index| opaque_ref(body)(opaque_mut(&mut copies[index as usize])));
            result = Turns { last: turns.last, differing: result.differing | turns.differing };
            done += chunk;
        }
        result
    }
}
