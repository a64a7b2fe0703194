//! Reads any bytes as a unit of this method.
#![no_main]

loyd_fuzz::decode!(loyd_codec::Method::Rice);
