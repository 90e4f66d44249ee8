//! Parts of the crate on their own: notation, tiles, shanten, names of rulebooks.

mod nearest;
mod notation;
mod shanten;
mod spec;
