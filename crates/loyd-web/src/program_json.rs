//! A program for WebGPU as JSON.

use loyd_gpu::program::{
    Access, Buffer, Contents, Dispatch, Group, Kernel, LEVEL_WORD, PARAMETER_BYTES, Program, Role,
    SLOT_WORD,
};
use serde_json::{Map, Value, json};

/// The fields of a program, and the bytes of a submission.
pub(crate) fn program_json(program: &Program, submission_bytes: u64) -> Value {
    json!({
        "buffers": list(&program.buffers, buffer),
        "contents": list(&program.contents, contents),
        "kernels": list(&program.kernels, kernel),
        "groups": list(&program.groups, group),
        "of_level": list(&program.of_level, |all| list(all, dispatch)),
        "parameters": program.parameters,
        "parameter_bytes": PARAMETER_BYTES,
        "level_word": LEVEL_WORD,
        "slot_word": SLOT_WORD,
        "stride": program.stride,
        "totals": program.totals,
        "lists": program.lists,
        "list_words": program.list_words,
        "submission_bytes": submission_bytes,
    })
}

fn list<T>(all: &[T], one: impl Fn(&T) -> Value) -> Value {
    all.iter().map(one).collect()
}

fn buffer(&Buffer { bytes, role }: &Buffer) -> Value {
    let role = match role {
        Role::Storage => "storage",
        Role::Uniform => "uniform",
    };
    json!({ "bytes": bytes, "role": role })
}

fn contents(Contents { buffer, at, words }: &Contents) -> Value {
    json!({ "buffer": buffer, "at": at, "words": words })
}

fn kernel(Kernel { text, entry_point, constants, bindings }: &Kernel) -> Value {
    let constants: Map<String, Value> =
        constants.iter().map(|&(name, value)| (name.to_owned(), json!(value))).collect();
    let binding = |&(binding, access): &(u32, Access)| {
        let access = match access {
            Access::Parameters => "parameters",
            Access::Read => "read",
            Access::Write => "write",
        };
        json!({ "binding": binding, "access": access })
    };
    json!({
        "text": text,
        "entry_point": entry_point,
        "constants": constants,
        "bindings": list(bindings, binding),
    })
}

fn group(Group { kernel, buffers }: &Group) -> Value {
    json!({ "kernel": kernel, "buffers": buffers })
}

fn dispatch(Dispatch { group, parameters, workgroups: (across, down), bytes }: &Dispatch) -> Value {
    json!({
        "group": group,
        "parameters": parameters,
        "workgroups": [across, down],
        "bytes": bytes,
    })
}
