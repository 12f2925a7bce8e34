//! Benchmarks that speak pairgate's protocol, version 1.
//!
//! ```no_run
//! let mut suite = pairgate::Suite::new();
//! suite.add(
//!     "sum",
//!     "compute",
//!     &[1000],
//!     |random: &mut pairgate::Random, scale: u64| (0..scale).map(|_| random.below(100)).collect::<Vec<u64>>(),
//!     |input: &Vec<u64>| input.iter().sum::<u64>(),
//! );
//! suite.run();
//! ```

mod arguments;
mod calls;
mod case;
mod clock;
mod fingerprint;
mod line;
mod opaque;
mod output;
mod random;

pub use fingerprint::{Fingerprint, Hasher};
pub use output::Output;
pub use random::Random;

use arguments::Request;
use case::{Body, Case, InPlace, Label, Settings, Shared, TypedCase};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

/// A program's benchmarks, and the protocol over them.
#[derive(Default)]
pub struct Suite {
    cases: Vec<Box<dyn Case>>,
}

/// What `add` returns: optional settings of the benchmark just added.
pub struct Registration<F> {
    settings: Rc<RefCell<Settings<F>>>,
}

impl<F> Registration<F> {
    /// An oracle, never timed: it gives the right output for an input.
    pub fn reference<O: Output>(self, oracle: impl Fn(&F) -> O + 'static) -> Registration<F> {
        self.settings.borrow_mut().reference = Some(Box::new(move |input| oracle(input).text()));
        self
    }

    /// How far, relatively, a floating-point output may be from its reference.
    pub fn tolerance(self, relative: f64) -> Registration<F> {
        self.settings.borrow_mut().tolerance = Some(relative);
        self
    }

    /// Says that the benchmark cannot run here; its row is listed as skipped.
    pub fn unsupported(self, reason: &str) -> Registration<F> {
        self.settings.borrow_mut().unsupported = Some(reason.to_string());
        self
    }
}

/// Why the program ends with something other than 0.
enum Failure {
    /// The command line cannot be followed: exit code 2.
    Usage(String),
    /// The benchmark cannot be measured: exit code 3.
    Unmeasurable(String),
}

impl Suite {
    /// A suite without benchmarks.
    pub fn new() -> Suite {
        Suite::default()
    }

    /// A benchmark whose calls share one input. What it needs to change it copies itself, inside the timed region.
    ///
    /// `make` runs once per process and scale, outside the timed region; every output of a batch must equal the first.
    #[track_caller]
    pub fn add<F, O, M, B>(&mut self, name: &str, category: &str, scales: &[u64], make: M, body: B) -> Registration<F>
    where
        F: Fingerprint + Clone + 'static,
        O: Output + 'static,
        M: Fn(&mut Random, u64) -> F + 'static,
        B: Fn(&F) -> O + 'static,
    {
        self.insert::<F, O, M, Shared<B>>(name, category, scales, make, Shared(body))
    }

    /// A benchmark that changes its input: each call gets a fresh copy, made outside the timed region.
    #[track_caller]
    pub fn add_in_place<F, O, M, B>(
        &mut self,
        name: &str,
        category: &str,
        scales: &[u64],
        make: M,
        body: B,
    ) -> Registration<F>
    where
        F: Fingerprint + Clone + 'static,
        O: Output + 'static,
        M: Fn(&mut Random, u64) -> F + 'static,
        B: Fn(&mut F) -> O + 'static,
    {
        self.insert::<F, O, M, InPlace<B>>(name, category, scales, make, InPlace(body))
    }

    /// Does what the program's arguments ask and ends the process: with 0; with 2 for a command line that cannot be
    /// followed; with 3 for a benchmark that cannot be measured.
    pub fn run(&self) -> ! {
        let arguments: Vec<String> =
            std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
        let (message, code) = match self.answer(&arguments).and_then(|answer| print(&answer)) {
            Ok(()) => std::process::exit(0),
            Err(Failure::Usage(message)) => (message, 2),
            Err(Failure::Unmeasurable(message)) => (message, 3),
        };
        eprintln!("pairgate: {message}");
        std::process::exit(code);
    }

    #[track_caller]
    fn insert<F, O, M, B>(&mut self, name: &str, category: &str, scales: &[u64], make: M, body: B) -> Registration<F>
    where
        F: Fingerprint + Clone + 'static,
        O: Output + 'static,
        M: Fn(&mut Random, u64) -> F + 'static,
        B: Body<F, O> + 'static,
    {
        let settings = Rc::new(RefCell::new(Settings::default()));
        let label = Label {
            name: name.to_string(),
            category: category.to_string(),
            scales: scales.to_vec(),
            source: std::panic::Location::caller().file(),
        };
        let output = std::marker::PhantomData;
        self.cases.push(Box::new(TypedCase { label, make, body, settings: Rc::clone(&settings), output }));
        Registration { settings }
    }

    /// The text for standard output.
    fn answer(&self, arguments: &[String]) -> Result<String, Failure> {
        self.check().map_err(Failure::Usage)?;
        match arguments::request(arguments).map_err(Failure::Usage)? {
            Request::List => Ok(self.list()),
            Request::Validate { benchmark, dataset, seed } => {
                let (case, scale) = self.find(&benchmark, &dataset).map_err(Failure::Usage)?;
                let line = match case.unsupported() {
                    Some(reason) => line::Line::default()
                        .number("pairgate", 1)
                        .text("status", "unsupported")
                        .text("reason", &reason),
                    None => case.validate(scale, seed).map_err(Failure::Unmeasurable)?,
                };
                Ok(line.json() + "\n")
            }
            Request::Measure { benchmark, dataset, call } => {
                let (case, scale) = self.find(&benchmark, &dataset).map_err(Failure::Usage)?;
                if let Some(reason) = case.unsupported() {
                    return Err(Failure::Unmeasurable(format!("{benchmark} is unsupported: {reason}")));
                }
                let line = case.measure(scale, &call).map_err(Failure::Unmeasurable)?;
                Ok(line.json() + "\n")
            }
        }
    }

    fn list(&self) -> String {
        let mut text = String::new();
        for case in &self.cases {
            let label = case.label();
            for scale in &label.scales {
                let line = line::Line::default()
                    .number("pairgate", 1)
                    .text("benchmark", &label.name)
                    .text("category", &label.category)
                    .text("dataset", &scale.to_string())
                    .text("scale", &scale.to_string())
                    .text("input", if case.in_place() { "copied-outside" } else { "shared" })
                    .text("source", label.source);
                text += &(line.json() + "\n");
            }
        }
        text
    }

    fn find(&self, benchmark: &str, dataset: &str) -> Result<(&dyn Case, u64), String> {
        let case = self
            .cases
            .iter()
            .find(|case| case.label().name == benchmark)
            .ok_or(format!("unknown benchmark {benchmark}"))?;
        let scale = case.label().scales.iter().find(|scale| scale.to_string() == dataset);
        let scale = scale.ok_or(format!("benchmark {benchmark} has no dataset {dataset}"))?;
        Ok((case.as_ref(), *scale))
    }

    /// Mistakes of the program itself, found before anything else is done.
    fn check(&self) -> Result<(), String> {
        for (index, case) in self.cases.iter().enumerate() {
            let Label { name, scales, .. } = case.label();
            if name.is_empty() {
                return Err("a benchmark has no name".to_string());
            }
            if scales.is_empty() {
                return Err(format!("benchmark {name} has no scales"));
            }
            if (1..scales.len()).any(|at| scales[..at].contains(&scales[at])) {
                return Err(format!("benchmark {name} has a scale twice"));
            }
            if case.tolerance().is_some_and(|tolerance| !(0.0..1.0).contains(&tolerance)) {
                return Err(format!("benchmark {name}: a tolerance is relative, from 0 to below 1"));
            }
            if self.cases[..index].iter().any(|other| other.label().name == *name) {
                return Err(format!("benchmark {name} is added twice"));
            }
        }
        Ok(())
    }
}

fn print(text: &str) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush())
        .map_err(|error| Failure::Unmeasurable(format!("standard output cannot be written: {error}")))
}
