//! Methods of requests that set an optional text.

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
