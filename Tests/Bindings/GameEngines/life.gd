extends SceneTree

# The life of the Godot add-on: the engine, a pattern, its end, an error, the mute, the imported clip, the inspector.
# Quits with the number of checks that failed.

const Thrum = preload("res://addons/thrum/thrum.gd")
const Clip = preload("res://addons/thrum/clip.gd")
const TAP = '{"Version": 1.0, "Pattern": [{"Event": {"Time": 0.1, "EventType": "HapticTransient"}}]}'
const LONG = '{"Pattern": [{"Event": {"Time": 0, "EventType": "HapticContinuous", "EventDuration": 5}}]}'
const BROKEN = '{"Pattern": [\n  {"Event": {"Time": 0, "EventType": "HapticTransiet"}}\n]}'

var checks = 0
var failures = 0
var ends = 0


func _initialize():
	virtual_time()
	imported()
	real_time()
	print("godot: %d checks, %d failed, Godot %s" % [checks, failures, Engine.get_version_info().string])
	quit(failures)


func expect(holds, what):
	checks += 1
	if not holds:
		failures += 1
		print("not so: ", what)


func _ended():
	ends += 1


func virtual_time():
	var thrum = Thrum.new()
	thrum.is_virtual = true
	thrum.connect("finished", self, "_ended")
	expect(thrum.start_engine(), "the engine starts: " + thrum.error)
	expect(thrum.is_running(), "it runs")
	expect(thrum.play(TAP), "it plays text: " + thrum.error)
	expect(thrum.advance(0.05) and thrum.is_playing() and ends == 0, "the tap is still to come")
	thrum.advance(1)
	expect(ends == 1 and not thrum.is_playing(), "the end is reported once")
	expect("HapticTransient at frame 4800" in thrum.timeline(), "the timeline has the tap")
	expect(not thrum.play(BROKEN), "a broken pattern is refused")
	expect(thrum.error.begins_with("text:2:"), "its error has the place: " + thrum.error)
	expect("Did you mean `HapticTransient`" in thrum.error, "and advice")
	expect(not thrum.play("impact-lite") and "impact-light" in thrum.error, "no such preset: " + thrum.error)
	expect(thrum.play("impact-light"), "a preset plays")
	expect(thrum.play(LONG, true), "a loop plays")
	thrum.advance(12)
	expect(thrum.is_playing(), "a loop keeps playing")
	expect(thrum.send(Thrum.Control.HAPTIC_INTENSITY, 0.5), "a parameter is sent: " + thrum.error)
	thrum.muted = true
	thrum.stop()
	thrum.advance(0.1)
	expect(not thrum.is_playing() and ends == 1, "what is stopped tells no end")
	expect("isMutedForHaptics" in thrum.timeline(), "the mute arrived")
	expect(thrum.stop_engine() and not thrum.is_running(), "the engine stops")
	thrum.free()


func imported():
	var thrum = Thrum.new()
	thrum.is_virtual = true
	expect(thrum.play("res://tap.ahap"), "a file plays: " + thrum.error)
	expect(not thrum.play("res://missing.ahap"), "a missing file is refused")
	var clip = load("res://tap.ahap")
	expect(clip is Clip and clip.text.length() > 0, "the editor has imported the file")
	expect(thrum.play(clip), "a clip plays: " + thrum.error)
	clip.path = ""
	expect(thrum.play(clip), "a clip plays without its file: " + thrum.error)
	thrum.free()


func real_time():
	var thrum = Thrum.new()
	thrum.device = "gramophone"
	expect(not thrum.start_engine() and "alsa:NAME" in thrum.error, "an unknown device is refused: " + thrum.error)
	thrum.device = "silent"
	thrum.connect("finished", self, "_ended")
	ends = 0
	expect(thrum.play(TAP), "it plays in real time: " + thrum.error)
	for _step in range(100):
		OS.delay_msec(50)
		thrum.poll()
		if ends == 1:
			break
	expect(ends == 1, "and ends")
	thrum.free()
