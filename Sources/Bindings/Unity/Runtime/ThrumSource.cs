using UnityEngine;
using UnityEngine.Events;

namespace Thrum {
    /// Plays an AHAP pattern. Does nothing without libthrum.so, as on a phone.
    [AddComponentMenu("Haptics/Thrum Source")]
    public sealed class ThrumSource : MonoBehaviour {
        [Tooltip("A file with the extension .ahap, or any text asset with AHAP in it.")]
        public TextAsset ahap;
        public bool playOnEnable;
        public bool loops;
        [Range(0, 1)] public float intensity = 1;
        [Range(-1, 1), Tooltip("Is added to the sharpness of every event.")] public float sharpness;
        [Tooltip("Called on the main thread when a playback has ended.")]
        public UnityEvent finished = new UnityEvent();

        Player player;
        float sentIntensity, sentSharpness;

        public bool IsPlaying { get { return player != null && player.IsActive; } }

        /// Plays from the start; errors go to the console, with this object as context.
        public void Play() {
            if (ahap == null || !Library.IsAvailable) return;
            Stop();
            try {
                using (var pattern = Pattern.FromAhap(ahap.text)) player = SharedEngine.Player(pattern);
                player.Loops = loops;
                Send();
                player.Start();
            } catch (ThrumException problem) {
                Stop();
                Debug.LogError(ahap.name + ": " + problem.Message, this);
            }
        }

        /// Stops at once; `finished` is not called.
        public void Stop() {
            if (player == null) return;
            Player old = player;
            player = null;
            try {
                old.Cancel();
            } catch (ThrumException) {
                // The player was already lost.
            }
            old.Dispose();
        }

        void OnEnable() {
            if (playOnEnable) Play();
        }

        void OnDisable() { Stop(); }

        void Update() {
            if (player == null) return;
            // Polled, so that only Unity's own thread runs scripts.
            if (!player.IsActive) {
                Stop();
                finished.Invoke();
            } else if (intensity != sentIntensity || sharpness != sentSharpness) {
                try {
                    Send();
                } catch (ThrumException problem) {
                    // The engine was stopped from outside, and the player is lost.
                    Debug.LogWarning(problem.Message, this);
                    Stop();
                }
            }
        }

        void Send() {
            sentIntensity = intensity;
            sentSharpness = sharpness;
            player.Send(
                new Parameter(Control.HapticIntensity, intensity), new Parameter(Control.HapticSharpness, sharpness));
        }
    }
}
