use crate::calls::{overhead_ns, Calls, CopyingCalls, SharedCalls, Times};
use crate::clock;
use crate::fingerprint::{Fingerprint, Hasher};
use crate::line::Line;
use crate::output::{decimal, Output};
use crate::random::Random;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What may be set on a benchmark after it was added.
pub(crate) struct Settings<F> {
    pub(crate) reference: Option<Box<dyn Fn(&F) -> String>>,
    pub(crate) tolerance: Option<f64>,
    pub(crate) unsupported: Option<String>,
}

impl<F> Default for Settings<F> {
    fn default() -> Settings<F> {
        Settings { reference: None, tolerance: None, unsupported: None }
    }
}

/// A batch to time.
pub(crate) struct MeasureCall {
    pub(crate) seed: u64,
    pub(crate) iterations: u64,
    pub(crate) warmup_iterations: u64,
    pub(crate) warmup_us: u64,
}

/// What is said of one benchmark without knowing its types.
pub(crate) struct Label {
    pub(crate) name: String,
    pub(crate) category: String,
    pub(crate) scales: Vec<u64>,
    /// The file that adds it, as the compiler names it.
    pub(crate) source: &'static str,
}

/// One benchmark, without its types.
pub(crate) trait Case {
    fn label(&self) -> &Label;
    fn in_place(&self) -> bool;
    fn tolerance(&self) -> Option<f64>;
    fn unsupported(&self) -> Option<String>;
    fn validate(&self, scale: u64, seed: u64) -> Result<Line, String>;
    fn measure(&self, scale: u64, call: &MeasureCall) -> Result<Line, String>;
}

/// How a body takes its input: `Fn(&F)` shares it, `Fn(&mut F)` gets a copy.
pub(crate) trait Body<F, O: Output> {
    const IN_PLACE: bool;
    fn calls<'a>(&'a self, fixture: &'a F, bytes: u64) -> Box<dyn Calls<O> + 'a>;
}

pub(crate) struct Shared<B>(pub(crate) B);

impl<F, O: Output, B: Fn(&F) -> O> Body<F, O> for Shared<B> {
    const IN_PLACE: bool = false;
    fn calls<'a>(&'a self, fixture: &'a F, _bytes: u64) -> Box<dyn Calls<O> + 'a> {
        Box::new(SharedCalls { body: &self.0, fixture })
    }
}

pub(crate) struct InPlace<B>(pub(crate) B);

impl<F: Clone, O: Output, B: Fn(&mut F) -> O> Body<F, O> for InPlace<B> {
    const IN_PLACE: bool = true;
    fn calls<'a>(&'a self, fixture: &'a F, bytes: u64) -> Box<dyn Calls<O> + 'a> {
        Box::new(CopyingCalls::new(&self.0, fixture, bytes))
    }
}

pub(crate) struct TypedCase<F, O, M, B> {
    pub(crate) label: Label,
    pub(crate) make: M,
    pub(crate) body: B,
    pub(crate) settings: Rc<RefCell<Settings<F>>>,
    pub(crate) output: std::marker::PhantomData<fn() -> O>,
}

impl<F, O, M, B> Case for TypedCase<F, O, M, B>
where
    F: Fingerprint,
    O: Output,
    M: Fn(&mut Random, u64) -> F,
    B: Body<F, O>,
{
    fn label(&self) -> &Label {
        &self.label
    }

    fn in_place(&self) -> bool {
        B::IN_PLACE
    }

    fn tolerance(&self) -> Option<f64> {
        self.settings.borrow().tolerance
    }

    fn unsupported(&self) -> Option<String> {
        self.settings.borrow().unsupported.clone()
    }

    fn validate(&self, scale: u64, seed: u64) -> Result<Line, String> {
        let fixture = self.fixture(scale, seed);
        let before = fingerprint_of(&fixture);
        let output = self.body.calls(&fixture, before.size()).first();
        require_unchanged(&before, &fingerprint_of(&fixture))?;
        let mut line = Line::default()
            .number("pairgate", 1)
            .text("status", "ok")
            .text("fingerprint", &before.text())
            .text("output", &output.text());
        let settings = self.settings.borrow();
        if let Some(reference) = &settings.reference {
            line = line.text("expected", &reference(&fixture));
        }
        if let Some(tolerance) = settings.tolerance {
            line = line.number("tolerance", decimal(tolerance));
        }
        Ok(line)
    }

    fn measure(&self, scale: u64, call: &MeasureCall) -> Result<Line, String> {
        let fixture = self.fixture(scale, call.seed);
        let before = fingerprint_of(&fixture);
        let mut calls = self.body.calls(&fixture, before.size());
        let expected = warm_up(&mut *calls, call);
        let mut times = Times::default();
        let differing = calls.run(call.iterations, &expected, &mut times).differing;
        let peak = clock::peak_rss_bytes().ok_or("this system does not say how much memory was used")?;
        if differing != 0 {
            return Err("the batch's outputs differ: the body changes its input or is not deterministic".to_string());
        }
        let after = fingerprint_of(&fixture);
        require_unchanged(&before, &after)?;
        let mut line = Line::default()
            .number("pairgate", 1)
            .number("iterations", call.iterations)
            .number("elapsed_ns", times.elapsed.as_nanos())
            .text("output", &expected.text())
            .number("peak_rss_bytes", peak);
        if let Some(cpu_ns) = times.cpu_ns {
            line = line.number("cpu_ns", cpu_ns);
        }
        Ok(line.number("overhead_ns", decimal(overhead_ns::<F, O>(&fixture))).text("fingerprint", &after.text()))
    }
}

impl<F, O, M: Fn(&mut Random, u64) -> F, B> TypedCase<F, O, M, B> {
    fn fixture(&self, scale: u64, seed: u64) -> F {
        (self.make)(&mut Random::for_fixture(seed, &self.label.name, scale), scale)
    }
}

/// The first call gives the expected output and is the first of the warm-up, which lasts for both the calls and the time.
fn warm_up<O: Output>(calls: &mut dyn Calls<O>, call: &MeasureCall) -> O {
    let start = Instant::now();
    let expected = calls.first();
    let mut done = 1;
    while done < call.warmup_iterations || start.elapsed() < Duration::from_micros(call.warmup_us) {
        calls.run(1, &expected, &mut Times::default());
        done += 1;
    }
    expected
}

fn fingerprint_of<F: Fingerprint>(fixture: &F) -> Hasher {
    let mut hasher = Hasher::default();
    fixture.fingerprint(&mut hasher);
    hasher
}

fn require_unchanged(before: &Hasher, after: &Hasher) -> Result<(), String> {
    if before == after {
        return Ok(());
    }
    Err(format!(
        "the body changed its input (fingerprint {} before, {} after): copy it in the body, or use add_in_place",
        before.text(),
        after.text()
    ))
}
