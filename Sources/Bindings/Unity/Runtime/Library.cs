using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Thrum {
    /// An error of the library: a status, its name and a message.
    public sealed class ThrumException : Exception {
        public Status Status { get; }
        /// Core Haptics' name, such as `engineNotRunning`.
        public string Name { get; }

        internal ThrumException(int status, string message) : base(message) {
            Status = (Status)status;
            Name = Library.Text(Native.thrum_status_name(status));
        }

        public override string ToString() {
            return Message + " (" + Name + ", " + (int)Status + ")" + Environment.NewLine + StackTrace;
        }
    }

    public static class Library {
        static int available = -1;

        /// Whether libthrum.so is present with a matching version; false on phones, which have their own haptics.
        public static bool IsAvailable {
            get {
                if (available < 0) available = Look() ? 1 : 0;
                return available == 1;
            }
        }

        public static string Version { get { return Text(Native.thrum_version()); } }
        public static bool SupportsHaptics { get { return Native.thrum_supports_haptics() != 0; } }
        public static bool SupportsAudio { get { return Native.thrum_supports_audio() != 0; } }

        static bool Look() {
            try {
                return Native.thrum_abi_version() == Native.AbiVersion;
            } catch (DllNotFoundException) {
                return false;
            } catch (EntryPointNotFoundException) {
                return false;
            }
        }

        internal static void Check(int status) {
            if (status != 0) throw new ThrumException(status, Text(Native.thrum_last_error()));
        }

        internal static string Text(IntPtr text) {
            if (text == IntPtr.Zero) return "";
            int length = 0;
            while (Marshal.ReadByte(text, length) != 0) length++;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// UTF-8 with a terminating 0; null stays null.
        internal static byte[] Bytes(string text) {
            return text == null ? null : Encoding.UTF8.GetBytes(text + "\0");
        }

        internal delegate UIntPtr Writer(byte[] text, UIntPtr capacity);

        /// Text of any length, which may grow between two calls.
        internal static string Written(Writer write) {
            var bytes = new byte[0];
            while (true) {
                ulong needed = (ulong)write(bytes, (UIntPtr)(ulong)bytes.Length);
                if (needed == 0) return "";
                if (needed <= (ulong)bytes.Length) return Encoding.UTF8.GetString(bytes, 0, (int)needed - 1);
                bytes = new byte[needed];
            }
        }

        internal static byte Bool(bool value) { return (byte)(value ? 1 : 0); }
        internal static UIntPtr Count(Array array) { return (UIntPtr)(ulong)array.Length; }
    }

    /// An object with a handle. After disposal, calls fail with `Status.InvalidHandle`; disposing twice does nothing.
    public abstract class Handle : IDisposable {
        IntPtr value;

        internal IntPtr Value { get { return value; } }

        internal Handle() { }

        ~Handle() { Free(); }

        public void Dispose() {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free() {
            IntPtr old = System.Threading.Interlocked.Exchange(ref value, IntPtr.Zero);
            if (old != IntPtr.Zero) Free(old);
        }

        internal abstract void Free(IntPtr handle);

        internal void Take(IntPtr handle) { value = handle; }

        /// Throws if a call failed; keeps this object alive until then.
        internal void Check(int status) {
            GC.KeepAlive(this);
            Library.Check(status);
        }
    }
}
