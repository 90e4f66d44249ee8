//! What other programs write about a game, read into one plain record of it.
