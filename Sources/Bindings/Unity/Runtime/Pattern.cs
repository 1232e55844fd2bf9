using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Thrum {
    /// An event: `new HapticEvent(HapticEventType.HapticTransient, 0.5) { { EventParameter.HapticIntensity, 0.8 } }`.
    public sealed class HapticEvent : Dictionary<EventParameter, double> {
        public HapticEventType Type;
        /// Seconds from the pattern's start.
        public double Time;
        /// Seconds; negative means none.
        public double Duration;
        /// Number of a registered sound; 0 for none.
        public long Sound;

        public HapticEvent(HapticEventType type, double time = 0, double duration = -1, long sound = 0) {
            Type = type;
            Time = time;
            Duration = duration;
            Sound = sound;
        }
    }

    /// A dynamic parameter, which sets a control.
    public struct Parameter {
        public Control Control;
        public double Value;
        /// Seconds from the pattern's start, or from the time at which it is sent.
        public double Time;

        public Parameter(Control control, double value, double time = 0) {
            Control = control;
            Value = value;
            Time = time;
        }

        internal static Native.ParameterData[] Data(IEnumerable<Parameter> parameters) {
            var data = new List<Native.ParameterData>();
            foreach (var item in parameters ?? new Parameter[0]) {
                data.Add(new Native.ParameterData { Name = (int)item.Control, Value = item.Value, Time = item.Time });
            }
            return data.ToArray();
        }
    }

    /// A parameter curve of times and values: `new Curve(Control.HapticIntensity) { { 0, 1 }, { 0.5, 0 } }`.
    public sealed class Curve : List<KeyValuePair<double, double>> {
        public Control Control;
        /// Seconds from the pattern's start; ignored by `Player.Schedule`.
        public double Time;

        public Curve(Control control, double time = 0) {
            Control = control;
            Time = time;
        }

        public void Add(double time, double value) { Add(new KeyValuePair<double, double>(time, value)); }

        internal Native.CurveData Data(Pins pins) {
            var points = ConvertAll(point => new Native.PointData { Time = point.Key, Value = point.Value }).ToArray();
            return new Native.CurveData {
                Name = (int)Control, Time = Time, Points = pins.Pin(points), PointCount = Library.Count(points)
            };
        }
    }

    /// Arrays pinned for the duration of a call.
    sealed class Pins : IDisposable {
        readonly List<GCHandle> handles = new List<GCHandle>();

        internal IntPtr Pin(Array array) {
            if (array.Length == 0) return IntPtr.Zero;
            var handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            handles.Add(handle);
            return handle.AddrOfPinnedObject();
        }

        public void Dispose() {
            foreach (var handle in handles) handle.Free();
            handles.Clear();
        }
    }

    /// Events, parameters and curves.
    public sealed class Pattern : Handle {
        Pattern(IntPtr handle) { Take(handle); }

        public Pattern(
            IEnumerable<HapticEvent> events, IEnumerable<Parameter> parameters = null, IEnumerable<Curve> curves = null) {
            using (var pins = new Pins()) {
                var eventData = new List<Native.EventData>();
                foreach (var item in events ?? new HapticEvent[0]) eventData.Add(Data(item, pins));
                var curveData = new List<Native.CurveData>();
                foreach (var item in curves ?? new Curve[0]) curveData.Add(item.Data(pins));
                var all = eventData.ToArray();
                var jumps = Parameter.Data(parameters);
                var paths = curveData.ToArray();
                IntPtr handle;
                Library.Check(Native.thrum_pattern_create(
                    all, Library.Count(all), jumps, Library.Count(jumps), paths, Library.Count(paths), out handle));
                Take(handle);
            }
        }

        /// Parses AHAP text. Sounds are searched in the working directory and the folders above.
        public static Pattern FromAhap(string text) {
            IntPtr handle;
            var bytes = Encoding.UTF8.GetBytes(text ?? "");
            Library.Check(Native.thrum_pattern_from_ahap(bytes, Library.Count(bytes), out handle));
            return new Pattern(handle);
        }

        /// Reads an AHAP file. Sounds are searched in its folder and the folders above.
        public static Pattern FromFile(string path) {
            IntPtr handle;
            Library.Check(Native.thrum_pattern_from_file(Library.Bytes(path), out handle));
            return new Pattern(handle);
        }

        /// A preset by name, such as `impact-light`, or by a system sound's number.
        public static Pattern Preset(string name, double intensity = 1) {
            IntPtr handle;
            Library.Check(Native.thrum_pattern_from_preset(Library.Bytes(name), intensity, out handle));
            return new Pattern(handle);
        }

        /// Seconds.
        public double Duration { get { return Native.thrum_pattern_duration(Value); } }

        public string Ahap {
            get { return Library.Written((text, capacity) => Native.thrum_pattern_ahap(Value, text, capacity)); }
        }

        internal override void Free(IntPtr handle) { Native.thrum_pattern_free(handle); }

        static Native.EventData Data(HapticEvent item, Pins pins) {
            var values = new List<Native.EventParameterData>();
            foreach (var pair in item) {
                values.Add(new Native.EventParameterData { Name = (int)pair.Key, Value = pair.Value });
            }
            var array = values.ToArray();
            return new Native.EventData {
                Type = (int)item.Type, Time = item.Time, Duration = item.Duration, Sound = item.Sound,
                Parameters = pins.Pin(array), ParameterCount = Library.Count(array)
            };
        }
    }
}
