// Tests the Unity package without Unity: engine, patterns, players, handlers, and the component on stubs.
// Usage: mono Life.exe, with libthrum.so where the loader finds it.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using Thrum;
using UnityEditor;
using UnityEngine;

static class Life {
    const string Tap =
        "{\"Version\": 1.0, \"Pattern\": [{\"Event\": {\"Time\": 0.1, \"EventType\": \"HapticTransient\"}}]}";
    const string Broken = "{\"Pattern\": [\n  {\"Event\": {\"Time\": 0, \"EventType\": \"HapticTransiet\"}}\n]}";
    static int checks;

    static void Expect(bool holds, string what) {
        checks++;
        if (!holds) throw new Exception("not so: " + what);
    }

    static ThrumException Caught(Action body) {
        try {
            body();
        } catch (ThrumException problem) {
            return problem;
        }
        throw new Exception("nothing was thrown");
    }

    static double Loudness(float[] samples) {
        return Math.Sqrt(samples.Sum(sample => (double)sample * sample) / Math.Max(samples.Length, 1));
    }

    static Pattern Buzz(double seconds) {
        return new Pattern(new[] {
            new HapticEvent(HapticEventType.HapticContinuous, 0, seconds) { { EventParameter.HapticIntensity, 1 } }
        });
    }

    static void AhapInVirtualTime() {
        using (var phone = new VirtualDevice())
        using (var engine = new Engine(phone))
        using (var pattern = Pattern.FromAhap(Tap)) {
            int finished = 0;
            engine.Start();
            engine.Play(pattern);
            engine.NotifyWhenPlayersFinished(() => { finished++; return FinishedAction.StopEngine; });
            phone.Advance(0.05);
            Expect(engine.IsRunning && finished == 0, "nothing has finished before the tap");
            // The static delegates and the handler must survive a collection.
            GC.Collect();
            GC.WaitForPendingFinalizers();
            phone.Advance(1);
            Expect(finished == 1, "the finished handler was called once");
            Expect(!engine.IsRunning, "the handler's answer stopped the engine");
            Expect(Loudness(engine.Samples(0, 0.099)) == 0, "silent before the tap");
            Expect(Loudness(engine.Samples(0.1, 0.02)) > 0.01, "the tap is felt at its time");
            Expect(phone.Timeline.Contains("HapticTransient at frame 4800"), "the timeline has the tap");
            Expect(phone.TimelineJson.Contains("thrum.timeline/1"), "the timeline as JSON");
            Expect(Math.Abs(phone.Elapsed - 1.05) < 1e-9, "time has passed");
            Expect(pattern.Ahap.Contains("HapticTransient"), "a pattern is written as AHAP");
        }
    }

    static void Errors() {
        var problem = Caught(() => Pattern.FromAhap(Broken));
        Expect(problem.Status == Status.InvalidEventType, "status of a broken AHAP: " + problem.Status);
        Expect(problem.Name == "invalidEventType", "name of a broken AHAP");
        Expect(problem.Message.StartsWith("text:2:"), "place of a broken AHAP: " + problem.Message);
        Expect(problem.Message.Contains("Did you mean `HapticTransient`"), "advice on a broken AHAP");
        Expect(Caught(() => Pattern.FromFile("/nowhere/tap.ahap")).Status == Status.FileNotFound, "no file");
        Expect(Caught(() => Pattern.Preset("impact-lite")).Message.Contains("impact-light"), "no such preset");
        Expect(Caught(() => new Engine("gramophone")).Status == Status.InvalidArgument, "no such device");
        using (var phone = new VirtualDevice())
        using (var engine = new Engine(phone)) {
            var player = new Player(engine, Buzz(1));
            Expect(Caught(() => player.Start()).Status == Status.EngineNotRunning, "the engine must run");
            player.Dispose();
            player.Dispose();
            Expect(Caught(() => player.Start()).Status == Status.InvalidHandle, "a disposed player");
            Expect(Caught(() => new Player(engine, Buzz(1), false).Pause()).Status == Status.NotSupported, "basic");
        }
    }

    static void PlayersAndParameters() {
        using (var phone = new VirtualDevice())
        using (var engine = new Engine(phone))
        using (var player = new Player(engine, Buzz(2))) {
            var ends = new List<ThrumException>();
            player.OnCompleted(ends.Add);
            Expect(player.Duration == 2, "the player knows its duration");
            engine.Start();
            player.Start();
            phone.Advance(0.5);
            player.Send(new Parameter(Control.HapticIntensity, 0.2));
            phone.Advance(0.5);
            player.Schedule(new Curve(Control.HapticIntensity) { { 0, 0.2 }, { 0.2, 1 } });
            phone.Advance(0.5);
            Expect(player.IsActive, "it still plays");
            engine[Switch.MutedForHaptics] = true;
            phone.Advance(1);
            double loud = Loudness(engine.Samples(0.2, 0.2)), soft = Loudness(engine.Samples(0.7, 0.2));
            double back = Loudness(engine.Samples(1.3, 0.1)), mute = Loudness(engine.Samples(1.6, 0.2));
            Expect(soft < loud / 4, "the parameter lowers it");
            Expect(Math.Abs(back - loud) < loud / 10, "the curve brings it back");
            Expect(mute < loud / 1000 && engine[Switch.MutedForHaptics], "the switch mutes it: " + mute);
            Expect(ends.Count == 1 && ends[0] == null && !player.IsActive, "the completion came once, without error");
            engine[Switch.MutedForHaptics] = false;
            player.Loops = true;
            player.Rate = 2;
            player.IsMuted = false;
            player.Start();
            player.Seek(0.5);
            phone.Advance(5);
            Expect(player.IsActive, "it loops");
            player.Pause();
            player.Resume();
            player.Cancel();
            player.OnCompleted(null);
            phone.Advance(0.1);
            Expect(!player.IsActive && ends.Count == 1, "cancelled, and the handler is gone");
        }
    }

    static void Handlers() {
        var problems = new List<Exception>();
        Callbacks.Failed = problems.Add;
        using (var phone = new VirtualDevice()) {
            var told = new List<string>();
            var engine = new Engine(phone);
            engine.Stopped += reason => told.Add(reason.ToString());
            engine.Reset += () => told.Add("reset");
            engine.Start(problem => told.Add(problem == null ? "started" : problem.Name));
            phone.Advance(0.1);
            phone.Fault("suspend app");
            phone.Advance(0.1);
            phone.Fault("resume app");
            phone.Fault("reset server");
            phone.Advance(0.1);
            Expect(string.Join(" ", told) == "started ApplicationSuspended reset", string.Join(" ", told));
            engine.Reset += () => { throw new InvalidOperationException("from a handler"); };
            phone.Fault("reset server");
            phone.Advance(0.1);
            Expect(problems.Count == 1 && problems[0].Message == "from a handler", "an exception in a handler is reported");
            engine.Stop(null);
            engine.Dispose();
            Expect(!engine.IsRunning, "a disposed engine does not run");
        }
        Expect(Callbacks.Count == 0, "no handler is left: " + Callbacks.Count);
    }

    static void RealTime() {
        using (var engine = new Engine("silent"))
        using (var done = new ManualResetEvent(false)) {
            engine.Start();
            double before = engine.Time;
            var player = new Player(engine, Buzz(0.05));
            player.OnCompleted(problem => done.Set());
            player.Start();
            Expect(done.WaitOne(10000), "a silent engine tells the end, on its own thread");
            Expect(engine.Time > before, "its clock goes");
            player.Dispose();
            engine.Stop();
        }
        new Engine("silent");
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    static void Message(object component, string name) {
        component.GetType().GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(component, null);
    }

    static void Component() {
        var phone = new VirtualDevice();
        SharedEngine.Make = () => new Engine(phone);
        int finished = 0;
        var source = new ThrumSource { ahap = new TextAsset(Tap) { name = "tap" }, playOnEnable = true };
        source.finished.AddListener(() => finished++);
        Message(source, "OnEnable");
        Expect(source.IsPlaying, "the source plays when it is enabled");
        phone.Advance(0.05);
        source.intensity = 0.5f;
        Message(source, "Update");
        phone.Advance(1);
        Expect(finished == 0, "nothing comes on the engine's thread");
        Message(source, "Update");
        Message(source, "Update");
        Expect(finished == 1 && !source.IsPlaying, "the end comes with the next update");
        Expect(phone.Timeline.Contains("HapticTransient at frame 4800"), "the timeline has the tap");
        source.Play();
        phone.Fault("suspend app");
        phone.Advance(0.1);
        phone.Fault("resume app");
        source.Play();
        Expect(source.IsPlaying, "it starts the engine again");
        Message(source, "OnDisable");
        Expect(!source.IsPlaying && UnityEngine.Debug.Log.Count == 0, "disabled");
        source.ahap = new TextAsset(Broken) { name = "broken" };
        source.Play();
        Expect(UnityEngine.Debug.Log.Single().StartsWith("error: broken: text:2:"), "the console has the place");
        SharedEngine.IsMuted = true;
        Expect(SharedEngine.IsMuted, "muted");
        SharedEngine.Shutdown();
        phone.Dispose();
    }

    static void InTheEditor(string folder) {
        var phone = new VirtualDevice();
        SharedEngine.Make = () => new Engine(phone);
        File.WriteAllText(Path.Combine(folder, "tap.ahap"), Tap);
        File.WriteAllText(Path.Combine(folder, "broken.ahap"), Broken);
        var context = new UnityEditor.AssetImporters.AssetImportContext { assetPath = Path.Combine(folder, "tap.ahap") };
        new AhapImporter().OnImportAsset(context);
        var tap = (TextAsset)context.mainObject;
        Expect(tap.text == Tap && context.Errors.Count == 0, "the file is imported");
        context = new UnityEditor.AssetImporters.AssetImportContext { assetPath = Path.Combine(folder, "broken.ahap") };
        new AhapImporter().OnImportAsset(context);
        Expect(context.Errors.Single().Contains(":2:"), "a broken file is reported");

        var inspector = new ThrumSourceEditor { target = new ThrumSource { ahap = tap } };
        GUILayout.Pressed = "Play";
        inspector.OnInspectorGUI();
        Expect(Preview.IsPlaying && EditorGUILayout.Shown == null, "the button plays");
        phone.Advance(0.5);
        Expect(!Preview.IsPlaying && phone.Timeline.Contains("HapticTransient at frame"), "to its end");
        ((ThrumSource)inspector.target).ahap = (TextAsset)context.mainObject;
        inspector.OnInspectorGUI();
        Expect(EditorGUILayout.Shown.Contains("Did you mean"), "the inspector shows what is wrong");
        AssemblyReloadEvents.Reload();
        Expect(Callbacks.Count == 0, "nothing is left when scripts are loaded again");
        phone.Dispose();
    }

    static int Main(string[] arguments) {
        Expect(Library.IsAvailable && Library.Version.Length > 0, "the library is here");
        Expect(Library.SupportsHaptics, "the device has haptics");
        AhapInVirtualTime();
        Errors();
        PlayersAndParameters();
        Handlers();
        RealTime();
        Component();
        InTheEditor(arguments[0]);
        Console.WriteLine("unity: " + checks + " checks with libthrum " + Library.Version);
        return 0;
    }
}
