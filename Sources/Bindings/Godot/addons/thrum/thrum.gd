tool
class_name Thrum
extends Node

## Plays haptic patterns. Without the library, as on a phone, every call only returns false. `error` has the reason.

## Emitted when the last pattern has ended by itself.
signal finished

enum Control {
	HAPTIC_INTENSITY, HAPTIC_SHARPNESS, HAPTIC_ATTACK_TIME, HAPTIC_DECAY_TIME, HAPTIC_RELEASE_TIME, AUDIO_VOLUME,
	AUDIO_PITCH, AUDIO_PAN, AUDIO_BRIGHTNESS, AUDIO_ATTACK_TIME, AUDIO_DECAY_TIME, AUDIO_RELEASE_TIME
}

const LIBRARY = "res://addons/thrum/thrum.gdnlib"
const Clip = preload("clip.gd")

## `silent`, `alsa`, `alsa:NAME` or `wav:PATH`. Empty uses THRUM_DEVICE, or else the sound card.
export(String) var device = ""
## Plays in virtual time, which only `advance` moves; for tests.
export(bool) var is_virtual = false
## Silences haptics at once.
export(bool) var muted = false setget set_muted

## Message of the last call that returned false.
var error = ""

var _native = null
var _environment = 0
var _engine = 0
var _player = 0


## Starts the engine, as `play` does if necessary.
func start_engine() -> bool:
	if not _load():
		return false
	if _engine == 0:
		if is_virtual and _environment == 0:
			_environment = _call("environment_create")
		var name = device
		if name == "" and not is_virtual and OS.get_environment("THRUM_DEVICE") == "":
			name = "alsa"
		_engine = _call("engine_create", [_environment, name])
		if _engine == 0:
			return _failed()
		_call("engine_mute", [_engine, muted])
	return is_running() or _done(_call("engine_start", [_engine]))


func stop_engine() -> bool:
	_forget_player()
	return _engine == 0 or _done(_call("engine_stop", [_engine]))


func is_running() -> bool:
	return _engine != 0 and _call("engine_is_running", [_engine])


## Plays a clip, AHAP text, the path of an .ahap file, or a preset such as `impact-light`. Stops the previous pattern.
func play(what, loops = false) -> bool:
	if not start_engine():
		return false
	stop()
	var pattern = _pattern(what)
	if pattern == 0:
		return _failed()
	_player = _call("player_create", [_engine, pattern])
	_call("pattern_free", [pattern])
	if _player == 0:
		return _failed()
	if loops:
		_call("player_loop", [_player, true])
	return _done(_call("player_start", [_player]))


## Stops without emitting `finished`.
func stop() -> void:
	if _player != 0:
		_call("player_cancel", [_player])
	_forget_player()


func is_playing() -> bool:
	return _player != 0 and _call("player_is_active", [_player])


## Sets a control of the playing pattern: `send(Thrum.Control.HAPTIC_INTENSITY, 0.5)`.
func send(control: int, value: float) -> bool:
	return _player != 0 and _done(_call("player_send", [_player, control, value]))


func set_muted(value: bool) -> void:
	muted = value
	if _engine != 0:
		_call("engine_mute", [_engine, value])


## Advances virtual time.
func advance(seconds: float) -> bool:
	return _environment != 0 and _done(_call("environment_advance", [_environment, seconds])) and poll()


## The timeline of virtual time, as text.
func timeline() -> String:
	return _call("environment_timeline", [_environment]) if _environment != 0 else ""


## Checks whether the pattern has ended. Called on every frame; call it where there are no frames.
func poll() -> bool:
	if _player != 0 and not is_playing():
		_forget_player()
		emit_signal("finished")
	return true


func _process(_delta):
	poll()


func _notification(what):
	if what == NOTIFICATION_PREDELETE and _native != null:
		_forget_player()
		_call("engine_free", [_engine])
		_call("environment_free", [_environment])
		# Godot crashes on exit unless everyone who loaded the library has called this.
		_native.terminate()
		_native = null


func _pattern(what) -> int:
	if what is Clip:
		# The file, which is beside its sounds; in an exported game, the text.
		if File.new().file_exists(what.path):
			return _call("pattern_from_file", [ProjectSettings.globalize_path(what.path)])
		return _call("pattern_from_ahap", [what.text])
	var words = str(what)
	if words.strip_edges().begins_with("{"):
		return _call("pattern_from_ahap", [words])
	if words.get_extension() == "ahap":
		if not words.begins_with("res://") or File.new().file_exists(words):
			return _call("pattern_from_file", [ProjectSettings.globalize_path(words)])
		var clip = load(words) if ResourceLoader.exists(words) else null
		return _call("pattern_from_ahap", [clip.text]) if clip is Clip else \
			_call("pattern_from_file", [ProjectSettings.globalize_path(words)])
	return _call("pattern_from_preset", [words])


func _forget_player():
	if _player != 0:
		_call("player_free", [_player])
	_player = 0


func _load() -> bool:
	if _native != null:
		return true
	var library = load(LIBRARY)
	# Empty if the file names no library for this system.
	if library == null or library.get_current_library_path() == "":
		error = "there is no libthrum_godot.so for this system"
		return false
	var native = GDNative.new()
	native.library = library
	if not native.initialize():
		error = "libthrum_godot.so could not be loaded"
		return false
	_native = native
	return true


func _call(name, arguments = []):
	return _native.call_native("standard_varcall", "thrum_gd_" + name, arguments)


func _done(status: int) -> bool:
	return status == 0 or _failed()


func _failed() -> bool:
	error = _call("error")
	return false
