//! Decodes any bytes as a coded unit, and encodes valid ones again.

use std::cell::RefCell;
use std::sync::Arc;

use loyd_codec::comparison::stream_vbyte::UnitCoder;
use loyd_codec::{Coder, Effort, Method, Model, Shape};

thread_local! {
    static CODER: RefCell<Coder> = RefCell::new({
        let shape = Shape::new(11, 720, 736).expect("the shape of 4x3");
        let mut coder = Coder::new(shape);
        coder.set_model(Arc::new(Model::train(shape, &[&[0b101; 720]])));
        coder
    });
}

/// Decodes `bytes` as a unit of `method`, two blocks and a part of a third long.
pub fn decode(method: Method, bytes: &[u8]) {
    let mut unit = vec![method as u8];
    unit.extend_from_slice(bytes);
    let mut lanes = vec![0; 2 * 736 + 100];
    CODER.with_borrow_mut(|coder| {
        if coder.decode(&unit, &mut lanes).is_ok() {
            coder.encode(&lanes, Effort::Dense, &mut Vec::new()).expect("a valid unit");
        }
    });
}

/// Decodes `bytes` as the positions of a unit, by Stream `VByte`.
pub fn decode_positions(bytes: &[u8]) {
    let shape = Shape::new(11, 720, 736).expect("the shape of 4x3");
    let mut lanes = vec![0; 2 * 736 + 100];
    let mut coder = UnitCoder::new(shape);
    if coder.decode(bytes, &mut lanes).is_ok() {
        coder.encode(&lanes, &mut Vec::new()).expect("a valid unit");
    }
}

/// The target of one method.
#[macro_export]
macro_rules! decode {
    ($method:expr) => {
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::codec::decode($method, bytes));
    };
}
