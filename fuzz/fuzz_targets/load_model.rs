//! Reads any bytes as a model.
#![no_main]

use loyd_codec::{Model, Shape};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let shape = Shape::new(13, 1320, 1344).expect("the shape of 7x2");
    if let Ok(model) = Model::from_bytes(shape, bytes) {
        assert!(Model::from_bytes(shape, &model.to_bytes()).is_ok());
    }
});
