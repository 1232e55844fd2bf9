using System;

namespace Thrum {
    /// The one engine that all sources of a scene and the editor's buttons share. It starts when something plays, and
    /// again when something outside has stopped it. To be used on the main thread.
    public static class SharedEngine {
        static Engine engine;

        /// Makes the engine; for tests, and for projects that choose a device themselves.
        public static Func<Engine> Make = MakeAudible;

        /// A new player, on an engine that runs.
        public static Player Player(Pattern pattern) {
            if (engine == null) engine = Make();
            if (!engine.IsRunning) engine.Start();
            return new Player(engine, pattern);
        }

        /// Silences haptics at once, or lets them be felt again.
        public static bool IsMuted {
            get { return engine != null && engine[Switch.MutedForHaptics]; }
            set {
                if (engine == null) engine = Make();
                engine[Switch.MutedForHaptics] = value;
            }
        }

        /// Stops everything; the next player makes a new engine. To be called before scripts are loaded again.
        public static void Shutdown() {
            Engine old = engine;
            engine = null;
            if (old != null) old.Dispose();
        }

        /// Through the sound card, unless THRUM_DEVICE says something else.
        static Engine MakeAudible() {
            bool said = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("THRUM_DEVICE"));
            return new Engine(said ? null : "alsa");
        }
    }
}
