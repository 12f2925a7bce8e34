use crate::case::MeasureCall;

/// What the command line asks for.
pub(crate) enum Request {
    List,
    Validate { benchmark: String, dataset: String, seed: u64 },
    Measure { benchmark: String, dataset: String, call: MeasureCall },
}

/// Reads the arguments after the program's name; the error says what is wrong with them.
pub(crate) fn request(arguments: &[String]) -> Result<Request, String> {
    let (command, options) = arguments.split_first().ok_or("no command: use list, validate or measure")?;
    match command.as_str() {
        "list" => values([], options).map(|_| Request::List),
        "validate" => {
            let [benchmark, dataset, seed] = values(["--benchmark", "--dataset", "--seed"], options)?;
            Ok(Request::Validate { benchmark, dataset, seed: whole_number("--seed", &seed)? })
        }
        "measure" => {
            let names = ["--benchmark", "--dataset", "--seed", "--iterations", "--warmup-iterations", "--warmup-us"];
            let [benchmark, dataset, seed, iterations, warmup_iterations, warmup_us] = values(names, options)?;
            let call = MeasureCall {
                seed: whole_number("--seed", &seed)?,
                iterations: whole_number("--iterations", &iterations)?,
                warmup_iterations: whole_number("--warmup-iterations", &warmup_iterations)?,
                warmup_us: whole_number("--warmup-us", &warmup_us)?,
            };
            if call.iterations == 0 {
                return Err("--iterations 0: at least 1 is needed".to_string());
            }
            Ok(Request::Measure { benchmark, dataset, call })
        }
        unknown => Err(format!("unknown command {unknown}: use list, validate or measure")),
    }
}

/// The values of `names`, in their order; each must be given once and nothing else.
fn values<const N: usize>(names: [&str; N], options: &[String]) -> Result<[String; N], String> {
    let mut found: [Option<String>; N] = std::array::from_fn(|_| None);
    for option in options.chunks(2) {
        let name = &option[0];
        let index = names.iter().position(|known| known == name).ok_or(format!("unknown option {name}"))?;
        let value = option.get(1).ok_or(format!("{name} needs a value"))?;
        if found[index].replace(value.clone()).is_some() {
            return Err(format!("{name} is given twice"));
        }
    }
    match found.iter().position(Option::is_none) {
        Some(index) => Err(format!("{} is missing", names[index])),
        None => Ok(found.map(Option::unwrap_or_default)),
    }
}

fn whole_number(option: &str, text: &str) -> Result<u64, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or(format!("{option} {text}: a whole number from 0 to 18446744073709551615 is needed"))
}
