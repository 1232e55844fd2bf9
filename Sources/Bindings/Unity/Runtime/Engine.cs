using System;
using System.Collections.Concurrent;

namespace Thrum {
    /// The connection to the haptic server. Handlers run one at a time on a thread of the engine.
    ///
    /// Times are seconds on the engine's own clock, `Time`; 0 is now.
    public sealed class Engine : Handle {
        // Pending one-shot handlers, forgotten with the engine.
        readonly ConcurrentDictionary<IntPtr, bool> waiting = new ConcurrentDictionary<IntPtr, bool>();
        IntPtr stopped, reset;
        Action<StoppedReason> onStopped;
        Action onReset;

        /// Raised when something other than the caller stopped the engine.
        public event Action<StoppedReason> Stopped {
            add { SetStopped(onStopped + value); }
            remove { SetStopped(onStopped - value); }
        }

        /// Raised after the server failed and recovered: start again, recreate players and sounds.
        public event Action Reset {
            add { SetReset(onReset + value); }
            remove { SetReset(onReset - value); }
        }

        /// `device` is `silent`, `alsa`, `alsa:NAME` or `wav:PATH`; null uses THRUM_DEVICE, or else silence.
        public Engine(string device = null) : this(null, device) { }

        public Engine(VirtualDevice environment) : this(environment, null) { }

        Engine(VirtualDevice environment, string device) {
            IntPtr handle;
            IntPtr place = environment == null ? IntPtr.Zero : environment.Value;
            Library.Check(Native.thrum_engine_create(place, Library.Bytes(device), out handle));
            GC.KeepAlive(environment);
            Take(handle);
        }

        /// Starts the engine and waits until it runs.
        public void Start() { Check(Native.thrum_engine_start(Value)); }

        /// Starts without waiting; `completion` receives null or an error.
        public void Start(Action<ThrumException> completion) {
            Once(Completion(completion), context =>
                Native.thrum_engine_start_async(Value, Callbacks.CompletedOnce, context));
        }

        /// Stops the engine and waits.
        public void Stop() { Check(Native.thrum_engine_stop(Value)); }

        /// Stops without waiting; `completion` receives null or an error.
        public void Stop(Action<ThrumException> completion) {
            Once(Completion(completion), context =>
                Native.thrum_engine_stop_async(Value, Callbacks.CompletedOnce, context));
        }

        public bool IsRunning { get { return Native.thrum_engine_is_running(Value) != 0; } }

        /// Seconds on the engine's clock.
        public double Time { get { return Native.thrum_engine_time(Value); } }

        /// A switch of the engine: `engine[Switch.MutedForHaptics] = true`.
        public bool this[Switch name] {
            get { return Native.thrum_engine_get(Value, (int)name) != 0; }
            set { Check(Native.thrum_engine_set(Value, (int)name, Library.Bool(value))); }
        }

        /// Calls `handler` once when no player is active, at once if none is.
        public void NotifyWhenPlayersFinished(Func<FinishedAction> handler) {
            if (handler == null) throw new ArgumentNullException("handler");
            Once(handler, context =>
                Native.thrum_engine_notify_when_players_finished(Value, Callbacks.FinishedOnce, context));
        }

        public void Play(Pattern pattern) {
            Check(Native.thrum_engine_play(Value, pattern.Value));
            GC.KeepAlive(pattern);
        }

        /// Registers a sound file; returns the number for an event's `Sound`.
        public long RegisterSound(string path, bool usesVolumeEnvelope = true, bool loops = false) {
            long sound;
            Check(Native.thrum_engine_register_sound(
                Value, Library.Bytes(path), Library.Bool(usesVolumeEnvelope), Library.Bool(loops), out sound));
            return sound;
        }

        public void UnregisterSound(long sound) { Check(Native.thrum_engine_unregister_sound(Value, sound)); }

        /// Peak and RMS of the current output, full scale 1.
        public void Meter(out float peak, out float level) {
            Check(Native.thrum_engine_meter(Value, out peak, out level));
        }

        /// Output in virtual time: interleaved stereo at 48 kHz.
        public float[] Samples(double start, double seconds) {
            int frames = (int)Math.Round(seconds * 48000);
            var samples = new float[2 * frames];
            Check(Native.thrum_engine_samples(Value, start, (UIntPtr)(ulong)frames, samples));
            return samples;
        }

        internal override void Free(IntPtr handle) {
            Native.thrum_engine_free(handle);
            Callbacks.Forget(stopped);
            Callbacks.Forget(reset);
            foreach (var context in waiting.Keys) Callbacks.Forget(context);
        }

        // The library calls back only while there is a handler.
        void SetStopped(Action<StoppedReason> handler) {
            IntPtr context = handler == null ? IntPtr.Zero : Callbacks.Keep(handler);
            Check(Native.thrum_engine_set_stopped_handler(Value, handler == null ? null : Callbacks.Stopped, context));
            Callbacks.Forget(stopped);
            stopped = context;
            onStopped = handler;
        }

        void SetReset(Action handler) {
            IntPtr context = handler == null ? IntPtr.Zero : Callbacks.Keep(handler);
            Check(Native.thrum_engine_set_reset_handler(Value, handler == null ? null : Callbacks.Reset, context));
            Callbacks.Forget(reset);
            reset = context;
            onReset = handler;
        }

        static Action<ThrumException> Completion(Action<ThrumException> completion) {
            return completion ?? (problem => { });
        }

        void Once(Delegate handler, Func<IntPtr, int> call) {
            bool gone;
            foreach (var old in waiting.Keys) {
                if (!Callbacks.Keeps(old)) waiting.TryRemove(old, out gone);
            }
            IntPtr context = Callbacks.Keep(handler);
            waiting[context] = true;
            int status = call(context);
            if (status != 0) Callbacks.Forget(context);
            Check(status);
        }
    }
}
