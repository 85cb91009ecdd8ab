//! fixture: marked places in Rust: a function within a module, and one that is inlined into it.
// SPDX-License-Identifier: Apache-2.0
#![crate_type = "cdylib"]
#![allow(unknown_lints, named_asm_labels)]
use std::arch::asm;

pub mod etl {
    use super::asm;

    pub struct Sink<T>(pub T);

    impl Sink<i64> {
        #[inline(always)]
        fn close(&mut self) {
            unsafe { asm!("mark_close:", "nop") };
            self.0 += 1;
        }

        #[inline(never)]
        pub fn flush(&mut self) -> i64 {
            self.close();
            self.0
        }
    }
}

#[no_mangle]
pub extern "C" fn fixture_flush(value: i64) -> i64 {
    etl::Sink(value).flush()
}
