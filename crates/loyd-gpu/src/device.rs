//! An open device: buffers, submissions, and their failures as errors.
//!
//! wgpu aborts on uncaptured errors. So everything here happens in error scopes, and the loss of
//! the device is noted by a callback.

use crate::adapter::Adapter;
use crate::error::GpuError;
use crate::future::now;
use crate::plan::TRANSFER;
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::SubmissionIndex;

#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) inner: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) adapter: Adapter,
    lost: Arc<Mutex<Option<String>>>,
}

/// A requested read of a staging buffer.
#[derive(Debug)]
pub(crate) struct Reading {
    length: u64,
    submission: SubmissionIndex,
    answer: Arc<Mutex<Option<bool>>>,
}

/// A message on one line; those of wgpu have many, one for each cause.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let causes = lines.filter(|line| !line.starts_with("Caused by"));
    causes.collect::<Vec<_>>().join(": ")
}

impl Device {
    /// Opens an adapter with all that it can do. `memory_hints` decides the size of the blocks in which
    /// wgpu takes memory from the driver.
    pub(crate) fn open(
        adapter: Adapter,
        memory_hints: wgpu::MemoryHints,
    ) -> Result<Self, GpuError> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("loyd"),
            required_limits: adapter.inner().limits(),
            memory_hints,
            ..wgpu::DeviceDescriptor::default()
        };
        let (inner, queue) = now(adapter.inner().request_device(&descriptor)).map_err(|error| {
            GpuError::Failed { adapter: adapter.name(), message: one_line(&error.to_string()) }
        })?;
        let loss = Arc::new(Mutex::new(None));
        let note = Arc::clone(&loss);
        inner.set_device_lost_callback(move |reason, message| {
            let why = if message.is_empty() { format!("{reason:?}") } else { one_line(&message) };
            *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        });
        // Errors outside the scopes below must not end the program either; they follow from one
        // that a scope has caught, or from the loss of the device.
        inner.on_uncaptured_error(Arc::new(|_| ()));
        Ok(Device { inner, queue, adapter, lost: loss })
    }

    /// Does something in error scopes. `bytes` is the memory of all buffers together.
    pub(crate) fn checked<T>(&self, bytes: u64, work: impl FnOnce() -> T) -> Result<T, GpuError> {
        let filters = [
            wgpu::ErrorFilter::OutOfMemory,
            wgpu::ErrorFilter::Internal,
            wgpu::ErrorFilter::Validation,
        ];
        let scopes = filters.map(|filter| self.inner.push_error_scope(filter));
        let value = work();
        let mut first_error = None;
        for scope in scopes.into_iter().rev() {
            first_error = first_error.or(now(scope.pop()));
        }
        self.alive()?;
        match first_error {
            None => Ok(value),
            Some(wgpu::Error::OutOfMemory { .. }) => {
                Err(GpuError::OutOfMemory { adapter: self.adapter.name(), bytes })
            }
            Some(error) => Err(self.failed(&error.to_string())),
        }
    }

    pub(crate) fn failed(&self, message: &str) -> GpuError {
        GpuError::Failed { adapter: self.adapter.name(), message: one_line(message) }
    }

    /// Returns an error if the device was lost.
    pub(crate) fn alive(&self) -> Result<(), GpuError> {
        let loss = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        match &*loss {
            None => Ok(()),
            Some(why) => Err(GpuError::Lost { adapter: self.adapter.name(), why: why.clone() }),
        }
    }

    /// Submits commands and waits until they are done.
    pub(crate) fn submit(
        &self,
        record: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> Result<(), GpuError> {
        let submission = self.send(record)?;
        self.wait(submission)
    }

    /// Submits commands, after the writes to buffers that were made before.
    pub(crate) fn send(
        &self,
        record: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> Result<SubmissionIndex, GpuError> {
        self.alive()?;
        self.checked(0, || {
            let mut encoder =
                self.inner.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            record(&mut encoder);
            let submission = self.queue.submit([encoder.finish()]);
            // The loss of the device is reported to a poll.
            let _ = self.inner.poll(wgpu::PollType::Poll);
            submission
        })
    }

    fn wait(&self, submission: SubmissionIndex) -> Result<(), GpuError> {
        let submission_index = Some(submission);
        let polled = self.checked(0, || {
            self.inner.poll(wgpu::PollType::Wait { submission_index, timeout: None })
        })?;
        self.alive()?;
        polled.map(|_| ()).map_err(|error| self.failed(&error.to_string()))
    }

    /// Makes a buffer of zeros.
    pub(crate) fn buffer(&self, bytes: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
        let descriptor =
            wgpu::BufferDescriptor { label: None, size: bytes, usage, mapped_at_creation: false };
        self.inner.create_buffer(&descriptor)
    }

    /// Writes to a buffer, in parts. `bytes.len()` and `at` must be multiples of 4.
    pub(crate) fn write(&self, to: &wgpu::Buffer, at: u64, bytes: &[u8]) -> Result<(), GpuError> {
        for (number, part) in bytes.chunks(TRANSFER as usize).enumerate() {
            self.checked(0, || self.queue.write_buffer(to, at + number as u64 * TRANSFER, part))?;
            // The queue keeps a copy until it has been submitted.
            self.submit(|_| ())?;
        }
        Ok(())
    }

    /// Reads `into.len()` bytes of a buffer from `at` on, through a staging buffer of at least
    /// [`TRANSFER`] bytes or the length that is read.
    pub(crate) fn read(
        &self,
        from: &wgpu::Buffer,
        at: u64,
        staging: &wgpu::Buffer,
        into: &mut [u8],
    ) -> Result<(), GpuError> {
        for (number, part) in into.chunks_mut(TRANSFER as usize).enumerate() {
            let (at, length) = (at + number as u64 * TRANSFER, part.len() as u64);
            let copied =
                self.send(|encoder| encoder.copy_buffer_to_buffer(from, at, staging, 0, length))?;
            let reading = self.start_reading(staging, length, copied)?;
            self.finish_reading(staging, reading, |bytes| part.copy_from_slice(bytes))?;
        }
        Ok(())
    }

    /// Requests the first `length` bytes of a staging buffer that a submission writes.
    pub(crate) fn start_reading(
        &self,
        staging: &wgpu::Buffer,
        length: u64,
        submission: SubmissionIndex,
    ) -> Result<Reading, GpuError> {
        let answer = Arc::new(Mutex::new(None));
        let note = Arc::clone(&answer);
        self.checked(0, || {
            staging.slice(..length).map_async(wgpu::MapMode::Read, move |result| {
                *note.lock().unwrap_or_else(PoisonError::into_inner) = Some(result.is_ok());
            });
        })?;
        Ok(Reading { length, submission, answer })
    }

    /// Waits for the bytes and passes them to `take`.
    pub(crate) fn finish_reading(
        &self,
        staging: &wgpu::Buffer,
        reading: Reading,
        take: impl FnOnce(&[u8]),
    ) -> Result<(), GpuError> {
        self.wait(reading.submission)?;
        let answer = *reading.answer.lock().unwrap_or_else(PoisonError::into_inner);
        if answer != Some(true) {
            return Err(self.failed("its memory could not be read"));
        }
        let slice = staging.slice(..reading.length);
        let view = slice.get_mapped_range().map_err(|error| self.failed(&error.to_string()))?;
        take(&view);
        drop(view);
        staging.unmap();
        Ok(())
    }
}
