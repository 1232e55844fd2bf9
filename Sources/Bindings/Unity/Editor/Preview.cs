using UnityEditor;
using UnityEngine;

namespace Thrum {
    /// Plays patterns in the editor, and frees the engine before scripts are reloaded.
    [InitializeOnLoad]
    public static class Preview {
        const string Item = "Assets/Play Haptics";
        static Player player;

        static Preview() {
            AssemblyReloadEvents.beforeAssemblyReload += Shutdown;
            EditorApplication.quitting += Shutdown;
        }

        /// Plays AHAP text once; returns an error message, or null.
        public static string Play(string ahap) {
            if (!Library.IsAvailable) return "libthrum.so is not in this project, or speaks another version.";
            try {
                Stop();
                using (var pattern = Pattern.FromAhap(ahap)) player = SharedEngine.Player(pattern);
                player.Start();
                return null;
            } catch (ThrumException problem) {
                return problem.Message;
            }
        }

        public static bool IsPlaying { get { return player != null && player.IsActive; } }

        public static void Stop() {
            Player old = player;
            player = null;
            if (old == null) return;
            try {
                old.Cancel();
            } catch (ThrumException) {
                // The engine was already stopped.
            }
            old.Dispose();
        }

        static void Shutdown() {
            Stop();
            SharedEngine.Shutdown();
        }

        [MenuItem(Item)]
        static void PlaySelected() {
            var text = (TextAsset)Selection.activeObject;
            string problem = Play(text.text);
            if (problem != null) Debug.LogError(text.name + ": " + problem, text);
        }

        [MenuItem(Item, true)]
        static bool CanPlaySelected() { return Selection.activeObject is TextAsset; }
    }
}
