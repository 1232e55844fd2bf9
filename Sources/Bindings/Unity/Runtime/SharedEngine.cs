using System;

namespace Thrum {
    /// The engine shared by all sources of a scene and the editor's buttons. It starts when something plays, and again
    /// after it was stopped from outside. Main thread only.
    public static class SharedEngine {
        static Engine engine;

        /// Creates the engine; replaceable in tests and by projects that choose a device.
        public static Func<Engine> Make = MakeAudible;

        /// Creates a player on the running engine.
        public static Player Player(Pattern pattern) {
            if (engine == null) engine = Make();
            if (!engine.IsRunning) engine.Start();
            return new Player(engine, pattern);
        }

        public static bool IsMuted {
            get { return engine != null && engine[Switch.MutedForHaptics]; }
            set {
                if (engine == null) engine = Make();
                engine[Switch.MutedForHaptics] = value;
            }
        }

        /// Frees the engine; the next player creates another. Call it before scripts are reloaded.
        public static void Shutdown() {
            Engine old = engine;
            engine = null;
            if (old != null) old.Dispose();
        }

        /// Uses the sound card unless THRUM_DEVICE is set.
        static Engine MakeAudible() {
            bool said = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("THRUM_DEVICE"));
            return new Engine(said ? null : "alsa");
        }
    }
}
