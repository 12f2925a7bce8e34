//! What the system says of this process: CPU time and peak memory.

/// CPU time of this process so far, of all its threads, in nanoseconds; none where we do not know how to ask.
pub(crate) fn cpu_ns() -> Option<u64> {
    system::cpu_ns()
}

/// Peak memory of this process in bytes. On Linux `VmHWM`, because `ru_maxrss` also counts the image that the starter
/// had before exec; elsewhere `ru_maxrss`.
pub(crate) fn peak_rss_bytes() -> Option<u64> {
    high_water_mark().or_else(system::max_rss_bytes)
}

fn high_water_mark() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The two calls that the standard library does not offer, declared here so that no dependency is needed.
#[cfg(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64"))]
mod system {
    /// `struct timespec` of 64-bit Linux and macOS.
    #[repr(C)]
    struct Timespec {
        seconds: i64,
        nanoseconds: i64,
    }

    #[cfg(target_os = "linux")]
    const CLOCK_PROCESS_CPUTIME_ID: i32 = 2;
    #[cfg(target_os = "macos")]
    const CLOCK_PROCESS_CPUTIME_ID: i32 = 12;

    #[cfg(target_os = "linux")]
    const MAX_RSS_UNIT: u64 = 1024;
    #[cfg(target_os = "macos")]
    const MAX_RSS_UNIT: u64 = 1;

    extern "C" {
        fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
        fn getrusage(who: i32, usage: *mut [i64; 18]) -> i32;
    }

    pub(super) fn cpu_ns() -> Option<u64> {
        let mut time = Timespec { seconds: 0, nanoseconds: 0 };
        // SAFETY: `time` has the layout of the system's timespec and lives through the call, which writes only to it.
        let status = unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time) };
        (status == 0).then_some(time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64)
    }

    pub(super) fn max_rss_bytes() -> Option<u64> {
        // `struct rusage` is two 16-byte timevals and 14 longs; the first long is ru_maxrss.
        let mut usage = [0i64; 18];
        // SAFETY: `usage` has the size and alignment of the system's rusage; 0 is RUSAGE_SELF; it writes only to it.
        let status = unsafe { getrusage(0, &mut usage) };
        (status == 0).then_some(usage[4] as u64 * MAX_RSS_UNIT)
    }
}

#[cfg(not(all(any(target_os = "linux", target_os = "macos"), target_pointer_width = "64")))]
mod system {
    pub(super) fn cpu_ns() -> Option<u64> {
        None
    }

    pub(super) fn max_rss_bytes() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn cpu_time_grows_with_work() {
        let before = super::cpu_ns().unwrap();
        let mut sum = 0u64;
        for i in 0..5_000_000u64 {
            sum = std::hint::black_box(sum ^ i);
        }
        assert!(super::cpu_ns().unwrap() > before);
    }

    #[test]
    fn peak_memory_covers_what_was_touched_and_both_sources_agree_roughly() {
        let block = std::hint::black_box(vec![1u8; 32 << 20]);
        let peak = super::peak_rss_bytes().unwrap();
        assert!(peak > block.len() as u64);
        assert!(super::system::max_rss_bytes().unwrap() >= peak / 2);
    }
}
