//! Complete enumeration on graphics processors.
#![forbid(unsafe_code)]
