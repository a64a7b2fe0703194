//! Published codes, to compare with. No [`Method`](crate::Method) uses them, so no stored unit
//! contains them.

pub mod stream_vbyte;
