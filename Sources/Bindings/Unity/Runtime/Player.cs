using System;

namespace Thrum {
    /// Plays a pattern; an advanced player can pause, seek, loop, change its rate and report its end.
    public sealed class Player : Handle {
        readonly Engine engine;
        IntPtr completion;

        public Player(Engine engine, Pattern pattern, bool advanced = true) {
            IntPtr handle;
            this.engine = engine;
            Library.Check(Native.thrum_player_create(engine.Value, pattern.Value, Library.Bool(advanced), out handle));
            GC.KeepAlive(pattern);
            Take(handle);
        }

        public Engine Engine { get { return engine; } }

        public void Start(double time = 0) { Check(Native.thrum_player_start(Value, time)); }
        public void Stop(double time = 0) { Check(Native.thrum_player_stop(Value, time)); }

        /// Drops scheduled commands and ends playback within 5 ms.
        public void Cancel() { Check(Native.thrum_player_cancel(Value)); }

        /// Whether it plays, is paused or is scheduled to start.
        public bool IsActive { get { return Native.thrum_player_is_active(Value) != 0; } }

        /// Seconds.
        public double Duration { get { return Native.thrum_player_duration(Value); } }

        public bool IsMuted { set { Check(Native.thrum_player_set_muted(Value, Library.Bool(value))); } }

        /// Sends parameters now: `player.Send(new Parameter(Control.HapticIntensity, 0.5))`.
        public void Send(params Parameter[] parameters) { Send(0, parameters); }

        /// Sends parameters at an engine time plus their own.
        public void Send(double time, params Parameter[] parameters) {
            var data = Parameter.Data(parameters);
            Check(Native.thrum_player_send_parameters(Value, data, Library.Count(data), time));
        }

        /// Schedules a curve at an engine time.
        public void Schedule(Curve curve, double time = 0) {
            using (var pins = new Pins()) {
                var data = curve.Data(pins);
                Check(Native.thrum_player_schedule_curve(Value, ref data, time));
            }
        }

        public void Pause(double time = 0) { Check(Native.thrum_player_pause(Value, time)); }
        public void Resume(double time = 0) { Check(Native.thrum_player_resume(Value, time)); }

        /// Moves to a time in the pattern.
        public void Seek(double offset) { Check(Native.thrum_player_seek(Value, offset)); }

        public bool Loops { set { Check(Native.thrum_player_set_loop_enabled(Value, Library.Bool(value))); } }

        /// Loop end in the pattern, seconds; 0 is the pattern's own end.
        public double LoopEnd { set { Check(Native.thrum_player_set_loop_end(Value, value)); } }

        /// Speed of playback; the pitch stays.
        public double Rate { set { Check(Native.thrum_player_set_playback_rate(Value, value)); } }

        /// Called at the end of each playback with null or an error; not after disposal. Null removes the handler.
        public void OnCompleted(Action<ThrumException> handler) {
            IntPtr old = completion;
            IntPtr context = handler == null ? IntPtr.Zero : Callbacks.Keep(handler);
            int status = Native.thrum_player_set_completion_handler(
                Value, handler == null ? null : Callbacks.Completed, context);
            if (status == 0) completion = context;
            Callbacks.Forget(status == 0 ? old : context);
            Check(status);
        }

        /// The playback continues to its end.
        internal override void Free(IntPtr handle) {
            Native.thrum_player_free(handle);
            Callbacks.Forget(completion);
        }
    }
}
