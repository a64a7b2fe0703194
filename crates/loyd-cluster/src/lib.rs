//! Enumerations over several processes.
