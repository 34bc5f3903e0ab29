//! What is done with a result folder after the campaign: a smaller suite, explanations; and a folder that was never finished.

mod findings;
mod folder;

mod commands;
mod killed;
mod live;
mod old;
