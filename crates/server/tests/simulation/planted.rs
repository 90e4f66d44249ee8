//! Faults that are planted to see that the checks find them.

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Planted {
    #[default]
    Nothing,
    /// The store confirms what it has only been sent.
    ToldBeforeStored,
    /// The store forgets to compare the epoch.
    StaleOwnerWrites,
    /// An append whose answer was lost is stored a second time.
    RetryStoresAgain,
    /// Whoever takes a table over misses its last record.
    TailNotRead,
    /// Whoever comes back misses a frame.
    FrameSkipped,
}
