//! Values of which the optimiser may assume nothing, at no cost: an empty piece of assembly that might have changed them
//! and anything in memory. `std::hint::black_box` does the same through the stack, which costs more than a short body.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod barrier {
    use std::arch::asm;

    #[inline(always)]
    pub(crate) fn opaque_word(mut word: u64) -> u64 {
        // SAFETY: the assembly has no instructions.
        unsafe { asm!("/* {0} */", inout(reg) word, options(nostack, preserves_flags)) };
        word
    }

    #[inline(always)]
    pub(crate) fn opaque_ref<T>(reference: &T) -> &T {
        let mut pointer: *const T = reference;
        // SAFETY: the assembly has no instructions, so the pointer is still the reference that it was made from.
        unsafe {
            asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
            &*pointer
        }
    }

    #[inline(always)]
    pub(crate) fn opaque_mut<T>(reference: &mut T) -> &mut T {
        let mut pointer: *mut T = reference;
        // SAFETY: as above; the original reference is not used while the returned one lives.
        unsafe {
            asm!("/* {0} */", inout(reg) pointer, options(nostack, preserves_flags));
            &mut *pointer
        }
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod barrier {
    use std::hint::black_box;

    pub(crate) fn opaque_word(word: u64) -> u64 {
        black_box(word)
    }

    pub(crate) fn opaque_ref<T>(reference: &T) -> &T {
        black_box(reference)
    }

    pub(crate) fn opaque_mut<T>(reference: &mut T) -> &mut T {
        black_box(reference)
    }
}

pub(crate) use barrier::{opaque_mut, opaque_ref, opaque_word};
