//! The macro behind the list of heuristics in [`heuristic`](super): the dispatch from a name to a statically
//! typed heuristic.

macro_rules! registry {
    ($($variant:ident $name:literal $summary:literal;)*) => {
        /// A heuristic of the registry, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum HeuristicName {
            $(#[doc = $summary] $variant,)*
        }

        impl HeuristicName {
            /// Every heuristic, weakest first.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the name, summary and properties.
            pub const fn info(self) -> HeuristicInfo {
                match self {
                    $(Self::$variant => HeuristicInfo {
                        name: $name,
                        summary: $summary,
                        single: <$variant as Heuristic<Sliding<Wide, Single>>>::PROPERTIES,
                        multi: <$variant as Heuristic<Sliding<Wide, Multi>>>::PROPERTIES,
                    },)*
                }
            }
        }

        /// Builds a heuristic and runs a computation with it, statically typed.
        ///
        /// # Errors
        /// [`Unavailable`] if the heuristic is unavailable for this board.
        pub fn with_heuristic<B: Board, M: Metric, V: HeuristicVisitor<B, M>>(
            spec: &HeuristicSpec,
            space: &Sliding<B, M>,
            visitor: V,
        ) -> Result<V::Output, Unavailable> {
            match spec.parts() {
                _ if !spec.databases().is_empty() => Err(Unavailable {
                    name: "pdb",
                    reason: "its tables are not built here: use a Solver".into(),
                }),
                $([HeuristicName::$variant] => {
                    Ok(visitor.visit(<$variant as TileHeuristic<B, M>>::new(space)?))
                })*
                parts => Ok(visitor.visit(Maximum::of(parts, space)?)),
            }
        }

        /// Any heuristic of the registry, chosen at run time: one predictable branch per call.
        #[derive(Clone, Debug)]
        pub enum AnyHeuristic {
            $(#[doc = $summary] $variant($variant),)*
            /// Pattern databases.
            Databases(Databases),
        }

        /// The memo of an [`AnyHeuristic`].
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub enum AnyMemo {
            $(#[doc = $summary] $variant(<$variant as Memoised>::Memo),)*
            /// Pattern databases.
            Databases(<Databases as Memoised>::Memo),
        }

        impl AnyHeuristic {
            /// Builds the tables of a heuristic.
            ///
            /// # Errors
            /// [`Unavailable`] if the heuristic is unavailable for this board.
            pub fn new<B: Board, M: Metric>(
                name: HeuristicName,
                space: &Sliding<B, M>,
            ) -> Result<Self, Unavailable> {
                Ok(match name {
                    $(HeuristicName::$variant => {
                        Self::$variant(<$variant as TileHeuristic<B, M>>::new(space)?)
                    })*
                })
            }

            fn start<B: Board, M: Metric>(&self, state: &B) -> AnyMemo {
                match self {
                    $(Self::$variant(heuristic) => AnyMemo::$variant(
                        Heuristic::<Sliding<B, M>>::start(heuristic, state),
                    ),)*
                    Self::Databases(heuristic) => AnyMemo::Databases(
                        Heuristic::<Sliding<B, M>>::start(heuristic, state),
                    ),
                }
            }

            fn step<B: Board, M: Metric>(
                &self,
                memo: AnyMemo,
                after: &B,
                slid: Slid,
            ) -> AnyMemo {
                match (self, memo) {
                    $((Self::$variant(heuristic), AnyMemo::$variant(memo)) => AnyMemo::$variant(
                        Heuristic::<Sliding<B, M>>::step(heuristic, memo, after, slid),
                    ),)*
                    (Self::Databases(heuristic), AnyMemo::Databases(memo)) => AnyMemo::Databases(
                        Heuristic::<Sliding<B, M>>::step(heuristic, memo, after, slid),
                    ),
                    #[allow(unreachable_patterns)]
                    _ => unreachable!("a memo is only given to the heuristic that made it"),
                }
            }

            fn value<B: Board, M: Metric>(&self, memo: AnyMemo) -> u32 {
                match (self, memo) {
                    $((Self::$variant(heuristic), AnyMemo::$variant(memo)) => {
                        Heuristic::<Sliding<B, M>>::value(heuristic, memo)
                    })*
                    (Self::Databases(heuristic), AnyMemo::Databases(memo)) => {
                        Heuristic::<Sliding<B, M>>::value(heuristic, memo)
                    }
                    #[allow(unreachable_patterns)]
                    _ => unreachable!("a memo is only given to the heuristic that made it"),
                }
            }

            fn resume<B: Board, M: Metric>(&self, state: &B, value: u32) -> AnyMemo {
                match self {
                    $(Self::$variant(heuristic) => AnyMemo::$variant(
                        Heuristic::<Sliding<B, M>>::resume(heuristic, state, value),
                    ),)*
                    Self::Databases(heuristic) => AnyMemo::Databases(
                        Heuristic::<Sliding<B, M>>::resume(heuristic, state, value),
                    ),
                }
            }

            fn pack_memo<B: Board, M: Metric>(&self, memo: AnyMemo) -> Option<u64> {
                match (self, memo) {
                    (Self::Databases(heuristic), AnyMemo::Databases(memo)) => {
                        Heuristic::<Sliding<B, M>>::pack_memo(heuristic, memo)
                    }
                    _ => None,
                }
            }

            fn unpack_memo<B: Board, M: Metric>(
                &self,
                state: &B,
                value: u32,
                packed: u64,
            ) -> AnyMemo {
                match self {
                    Self::Databases(heuristic) => AnyMemo::Databases(
                        Heuristic::<Sliding<B, M>>::unpack_memo(heuristic, state, value, packed),
                    ),
                    _ => self.resume::<B, M>(state, value),
                }
            }

            /// Returns the same heuristic for the goal of another space; `None` for databases,
            /// which are built for one goal.
            fn reversed<B: Board, M: Metric>(&self, space: &Sliding<B, M>) -> Option<Self> {
                match self {
                    $(Self::$variant(heuristic) => heuristic.reversed(space).map(Self::$variant),)*
                    Self::Databases(_) => None,
                }
            }

            /// Returns the properties in a metric.
            pub fn promises<M: Metric>(&self) -> Properties {
                match self {
                    $(Self::$variant(_) => HeuristicName::$variant.info().properties(M::NAME),)*
                    Self::Databases(databases) => databases.promises::<M>(),
                }
            }
        }
    };
}
