//! Methods of requests that set an optional text, or a limit.

/// Defines a method for each optional text of a request: `request.goal("blank-first")`.
macro_rules! text_options {
    ($request:ident: $($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        impl $request {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut self, $name: impl Into<String>) -> Self {
                    self.$name = Some($name.into());
                    self
                }
            )+
        }
    };
}

/// Defines the methods that set the threads and the limits of a request.
macro_rules! limit_options {
    ($request:ident: $(#[$memory:meta])*) => {
        impl $request {
            /// Sets the number of threads.
            #[must_use]
            pub fn threads(mut self, threads: usize) -> Self {
                self.threads = threads;
                self
            }

            /// Sets the limit of time.
            #[must_use]
            pub fn max_time(mut self, time: std::time::Duration) -> Self {
                self.limit.time = Some(time);
                self
            }

            $(#[$memory])*
            #[must_use]
            pub fn memory(mut self, bytes: u64) -> Self {
                self.limit.memory = Some(bytes);
                self
            }

            /// Sets the flag that stops the run.
            #[must_use]
            pub fn cancel(mut self, cancel: &loyd_search::observe::Cancel) -> Self {
                self.limit.cancel = Some(cancel.clone());
                self
            }
        }
    };
}
