//! Which engines are asked, and in which order.

/// What `--engine` says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Goal-oriented concolic search alone.
    Gct,
    /// Goal-oriented and distance-guided search on real runs, and in time that for everything; nothing is proved from the model.
    Forward,
    /// Backward symbolic execution, then a guided walk on real runs.
    Symcretic,
    /// A short attempt to prove, goal-oriented search, then distance-guided search.
    #[default]
    Auto,
}

impl Engine {
    /// The engine of this name, of those that a user chooses from.
    pub fn from_name(name: &str) -> Option<Engine> {
        [Engine::Gct, Engine::Symcretic, Engine::Auto].into_iter().find(|engine| engine.name() == name)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Gct => "gct",
            Engine::Forward => "forward",
            Engine::Symcretic => "symcretic",
            Engine::Auto => "auto",
        }
    }
}

impl Engine {
    /// May it conclude from the static model?
    pub(crate) fn proves(self) -> bool {
        matches!(self, Engine::Symcretic | Engine::Auto)
    }

    /// Path segments that the backward engine may look at. A short attempt is enough for what a few conditions refute, and
    /// costs less than a hundred runs; the full one is bounded by time.
    pub(crate) fn segments(self) -> u64 {
        match self {
            Engine::Auto => 400,
            Engine::Gct | Engine::Forward | Engine::Symcretic => 50_000,
        }
    }

    /// The share of the time for all ways in one formula, in percent.
    pub(crate) fn share_of_ways(self) -> u32 {
        match self {
            Engine::Auto => 55,
            Engine::Gct | Engine::Forward | Engine::Symcretic => 50,
        }
    }

    /// Its share of the time, in percent.
    pub(crate) fn share(self) -> u32 {
        match self {
            Engine::Auto => 20,
            Engine::Gct | Engine::Forward | Engine::Symcretic => 25,
        }
    }
}
