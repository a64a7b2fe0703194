//! Detection of static Linux binaries: their ELF files name no program interpreter.
//!
//! The dynamic loader is found through a program header of type `PT_INTERP`; a file without one
//! is run by the kernel alone, so it needs no library of the system it runs on.

const PT_INTERP: u32 = 3;

/// True if `file`, a 64-bit little-endian ELF executable, is static.
///
/// # Errors
/// If it is not such a file.
pub(crate) fn is_static(file: &[u8]) -> Result<bool, String> {
    if file.get(..6) != Some(b"\x7fELF\x02\x01") {
        return Err("not a 64-bit little-endian ELF file".into());
    }
    let number = |at: usize, bytes: usize| -> Result<u64, String> {
        let slice = file.get(at..at + bytes).ok_or("the ELF file is cut off")?;
        Ok(slice.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    };
    let (headers, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
    for index in 0..count {
        if number((headers + index * size) as usize, 4)? == u64::from(PT_INTERP) {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::is_static;

    /// An ELF header with one program header of this type behind it.
    fn elf(header: u8) -> Vec<u8> {
        let mut file = vec![0; 64 + 56];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (file[32], file[54], file[56], file[64]) = (64, 56, 1, header);
        file
    }

    #[test]
    fn an_interpreter_means_dynamic() {
        assert_eq!(is_static(&elf(3)), Ok(false));
        assert_eq!(is_static(&elf(1)), Ok(true));
    }

    #[test]
    fn other_files_are_refused() {
        assert!(is_static(b"MZ").is_err());
        assert!(is_static(&elf(1)[..64]).is_err());
    }
}
