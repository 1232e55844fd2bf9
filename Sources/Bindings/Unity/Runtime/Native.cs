using System;
using System.Runtime.InteropServices;

namespace Thrum {
    /// The functions of thrum.h. A C `bool` is a `byte`; text is UTF-8 with a terminating 0.
    static class Native {
        const string Library = "thrum";

        internal const uint AbiVersion = 1;

        [StructLayout(LayoutKind.Sequential)]
        internal struct EventParameterData { public int Name; public double Value; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct EventData {
            public int Type;
            public double Time;
            public double Duration;
            public long Sound;
            public IntPtr Parameters;
            public UIntPtr ParameterCount;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct ParameterData { public int Name; public double Value; public double Time; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct PointData { public double Time; public double Value; }

        [StructLayout(LayoutKind.Sequential)]
        internal struct CurveData { public int Name; public double Time; public IntPtr Points; public UIntPtr PointCount; }

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate void Completion(IntPtr context, int status, IntPtr message);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate void StoppedHandler(IntPtr context, int reason);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate void ResetHandler(IntPtr context);
        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate int FinishedHandler(IntPtr context);

        [DllImport(Library)] internal static extern uint thrum_abi_version();
        [DllImport(Library)] internal static extern IntPtr thrum_version();
        [DllImport(Library)] internal static extern IntPtr thrum_last_error();
        [DllImport(Library)] internal static extern IntPtr thrum_status_name(int status);
        [DllImport(Library)] internal static extern byte thrum_supports_haptics();
        [DllImport(Library)] internal static extern byte thrum_supports_audio();

        [DllImport(Library)] internal static extern int thrum_environment_check(IntPtr environment);
        [DllImport(Library)] internal static extern int thrum_engine_check(IntPtr engine);
        [DllImport(Library)] internal static extern int thrum_pattern_check(IntPtr pattern);
        [DllImport(Library)] internal static extern int thrum_player_check(IntPtr player);

        [DllImport(Library)] internal static extern UIntPtr thrum_devices(byte[] text, UIntPtr capacity);
        [DllImport(Library)] internal static extern UIntPtr thrum_presets(byte[] text, UIntPtr capacity);
        [DllImport(Library)] internal static extern UIntPtr thrum_motors(byte[] text, UIntPtr capacity);

        [DllImport(Library)] internal static extern int thrum_environment_create_virtual(out IntPtr environment);
        [DllImport(Library)] internal static extern void thrum_environment_free(IntPtr environment);
        [DllImport(Library)] internal static extern double thrum_environment_elapsed(IntPtr environment);
        [DllImport(Library)] internal static extern int thrum_environment_advance(IntPtr environment, double seconds);
        [DllImport(Library)] internal static extern int thrum_environment_run_until_idle(IntPtr environment);
        [DllImport(Library)] internal static extern int thrum_environment_fault(IntPtr environment, byte[] fault);
        [DllImport(Library)] internal static extern UIntPtr thrum_environment_timeline(
            IntPtr environment, byte json, byte[] text, UIntPtr capacity);

        [DllImport(Library)] internal static extern int thrum_engine_create(
            IntPtr environment, byte[] device, out IntPtr engine);
        [DllImport(Library)] internal static extern int thrum_engine_create_pulled(double sampleRate, out IntPtr engine);
        [DllImport(Library)] internal static extern UIntPtr thrum_engine_pull(
            IntPtr engine, [Out] float[] samples, UIntPtr frames);
        [DllImport(Library)] internal static extern void thrum_engine_free(IntPtr engine);
        [DllImport(Library)] internal static extern int thrum_engine_start(IntPtr engine);
        [DllImport(Library)] internal static extern int thrum_engine_start_async(
            IntPtr engine, Completion completion, IntPtr context);
        [DllImport(Library)] internal static extern int thrum_engine_stop(IntPtr engine);
        [DllImport(Library)] internal static extern int thrum_engine_stop_async(
            IntPtr engine, Completion completion, IntPtr context);
        [DllImport(Library)] internal static extern byte thrum_engine_is_running(IntPtr engine);
        [DllImport(Library)] internal static extern double thrum_engine_time(IntPtr engine);
        [DllImport(Library)] internal static extern int thrum_engine_set_stopped_handler(
            IntPtr engine, StoppedHandler handler, IntPtr context);
        [DllImport(Library)] internal static extern int thrum_engine_set_reset_handler(
            IntPtr engine, ResetHandler handler, IntPtr context);
        [DllImport(Library)] internal static extern int thrum_engine_notify_when_players_finished(
            IntPtr engine, FinishedHandler handler, IntPtr context);
        [DllImport(Library)] internal static extern int thrum_engine_set(IntPtr engine, int name, byte value);
        [DllImport(Library)] internal static extern byte thrum_engine_get(IntPtr engine, int name);
        [DllImport(Library)] internal static extern int thrum_engine_set_gain(IntPtr engine, double decibels);
        [DllImport(Library)] internal static extern int thrum_engine_set_motor(IntPtr engine, byte[] motor);
        [DllImport(Library)] internal static extern int thrum_engine_meter(
            IntPtr engine, out float peak, out float level);
        [DllImport(Library)] internal static extern int thrum_engine_samples(
            IntPtr engine, double start, UIntPtr frames, [Out] float[] samples);
        [DllImport(Library)] internal static extern int thrum_engine_register_sound(
            IntPtr engine, byte[] path, byte usesVolumeEnvelope, byte loops, out long sound);
        [DllImport(Library)] internal static extern int thrum_engine_unregister_sound(IntPtr engine, long sound);
        [DllImport(Library)] internal static extern int thrum_engine_play(IntPtr engine, IntPtr pattern);

        [DllImport(Library)] internal static extern int thrum_pattern_from_ahap(
            byte[] text, UIntPtr length, out IntPtr pattern);
        [DllImport(Library)] internal static extern int thrum_pattern_from_ahap_in_folder(
            byte[] text, UIntPtr length, byte[] folder, out IntPtr pattern);
        [DllImport(Library)] internal static extern int thrum_pattern_from_file(byte[] path, out IntPtr pattern);
        [DllImport(Library)] internal static extern int thrum_pattern_from_preset(
            byte[] name, double intensity, out IntPtr pattern);
        [DllImport(Library)] internal static extern int thrum_pattern_create(
            EventData[] events, UIntPtr eventCount, ParameterData[] parameters, UIntPtr parameterCount,
            CurveData[] curves, UIntPtr curveCount, out IntPtr pattern);
        [DllImport(Library)] internal static extern void thrum_pattern_free(IntPtr pattern);
        [DllImport(Library)] internal static extern double thrum_pattern_duration(IntPtr pattern);
        [DllImport(Library)] internal static extern UIntPtr thrum_pattern_ahap(
            IntPtr pattern, byte[] text, UIntPtr capacity);
        [DllImport(Library)] internal static extern UIntPtr thrum_pattern_render(
            IntPtr pattern, double sampleRate, byte[] signal, byte[] motor, [Out] float[] samples, UIntPtr capacity);

        [DllImport(Library)] internal static extern int thrum_player_create(
            IntPtr engine, IntPtr pattern, byte advanced, out IntPtr player);
        [DllImport(Library)] internal static extern void thrum_player_free(IntPtr player);
        [DllImport(Library)] internal static extern int thrum_player_start(IntPtr player, double time);
        [DllImport(Library)] internal static extern int thrum_player_stop(IntPtr player, double time);
        [DllImport(Library)] internal static extern int thrum_player_cancel(IntPtr player);
        [DllImport(Library)] internal static extern byte thrum_player_is_active(IntPtr player);
        [DllImport(Library)] internal static extern double thrum_player_duration(IntPtr player);
        [DllImport(Library)] internal static extern int thrum_player_send_parameters(
            IntPtr player, ParameterData[] parameters, UIntPtr count, double time);
        [DllImport(Library)] internal static extern int thrum_player_schedule_curve(
            IntPtr player, ref CurveData curve, double time);
        [DllImport(Library)] internal static extern int thrum_player_set_muted(IntPtr player, byte muted);
        [DllImport(Library)] internal static extern int thrum_player_pause(IntPtr player, double time);
        [DllImport(Library)] internal static extern int thrum_player_resume(IntPtr player, double time);
        [DllImport(Library)] internal static extern int thrum_player_seek(IntPtr player, double offset);
        [DllImport(Library)] internal static extern int thrum_player_set_loop_enabled(IntPtr player, byte enabled);
        [DllImport(Library)] internal static extern int thrum_player_set_loop_end(IntPtr player, double end);
        [DllImport(Library)] internal static extern int thrum_player_set_playback_rate(IntPtr player, double rate);
        [DllImport(Library)] internal static extern int thrum_player_set_completion_handler(
            IntPtr player, Completion handler, IntPtr context);
    }
}
