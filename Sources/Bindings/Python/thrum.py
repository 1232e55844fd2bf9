"""Core Haptics' engine, players and patterns for Python, through libthrum.so and ctypes.

    import thrum

    with thrum.Engine(device="alsa") as engine:
        engine.start()
        engine.play(thrum.Pattern.preset("notification-success"))

Handlers run one at a time on a thread of the engine. Times are seconds; engine times refer to the engine's own clock,
`Engine.time`, and 0 is now. Every failed call raises `thrum.Error`, and so does every call on a closed object. A file that
cannot be read is also an `OSError`, and a bad value a `ValueError`; an argument of another type is a `TypeError`.

A pattern can be copied and pickled, by its text. Engines, players and environments cannot.

Engines that are still open when the interpreter exits are closed by `atexit`. A process that is forked after an engine
has started can use engines in virtual time only; others raise `Error`. So with `multiprocessing`, use the start method
"spawn": `multiprocessing.get_context("spawn").Pool()`.
"""

import array
import atexit
import base64
import ctypes as c
import ctypes.util
import enum
import errno
import io
import itertools
import json
import numbers
import os
import sys
import threading
import wave
import weakref

__all__ = [
    "Control", "Curve", "Engine", "Environment", "Error", "Event", "EventParameter", "EventType", "FileError",
    "FinishedAction", "InvalidValueError", "MissingFileError", "Parameter", "Pattern", "Player", "StoppedReason", "devices", "motors", "presets", "supports_audio",
    "supports_haptics", "version",
]


class Error(Exception):
    """An error of a call: `status` is Core Haptics' error code, `name` its name, `message` a sentence."""

    def __init__(self, status, name, message):
        # Pickled by these, for a pool of processes.
        super().__init__(status, name, message)
        self.status = status
        self.name = name
        self.message = message

    def __str__(self):
        return f"{self.message} ({self.name}, {self.status})"


class InvalidValueError(Error, ValueError):
    """A value, or the text of a pattern, that the call cannot use."""


class FileError(Error, OSError):
    """A file that cannot be read: an `Error` with `errno`, `strerror` and `filename`."""

    def __init__(self, status, name, message, errno, filename):
        Error.__init__(self, status, name, message)
        OSError.__init__(self, errno, os.strerror(errno), filename)

    def __reduce__(self):
        return type(self), (self.status, self.name, self.message, self.errno, self.filename)


class MissingFileError(FileError, FileNotFoundError):
    """A file that does not exist."""


class EventType(enum.IntEnum):
    HAPTIC_TRANSIENT = 0
    HAPTIC_CONTINUOUS = 1
    AUDIO_CONTINUOUS = 2
    AUDIO_CUSTOM = 3


class EventParameter(enum.IntEnum):
    """Event parameters: 0 … 1, pitch and pan −1 … 1."""

    HAPTIC_INTENSITY = 0
    HAPTIC_SHARPNESS = 1
    ATTACK_TIME = 2
    DECAY_TIME = 3
    RELEASE_TIME = 4
    SUSTAINED = 5
    AUDIO_VOLUME = 6
    AUDIO_PITCH = 7
    AUDIO_PAN = 8
    AUDIO_BRIGHTNESS = 9


class Control(enum.IntEnum):
    """Controls of all events of a playing player: intensity and volume multiply, the others add."""

    HAPTIC_INTENSITY = 0
    HAPTIC_SHARPNESS = 1
    HAPTIC_ATTACK_TIME = 2
    HAPTIC_DECAY_TIME = 3
    HAPTIC_RELEASE_TIME = 4
    AUDIO_VOLUME = 5
    AUDIO_PITCH = 6
    AUDIO_PAN = 7
    AUDIO_BRIGHTNESS = 8
    AUDIO_ATTACK_TIME = 9
    AUDIO_DECAY_TIME = 10
    AUDIO_RELEASE_TIME = 11


class StoppedReason(enum.IntEnum):
    AUDIO_SESSION_INTERRUPT = 1
    APPLICATION_SUSPENDED = 2
    IDLE_TIMEOUT = 3
    NOTIFY_WHEN_FINISHED = 4
    ENGINE_DESTROYED = 5
    GAME_CONTROLLER_DISCONNECT = 6
    SYSTEM_ERROR = -1


class FinishedAction(enum.IntEnum):
    STOP_ENGINE = 1
    LEAVE_ENGINE_RUNNING = 2


class _Switch(enum.IntEnum):
    MUTED_FOR_HAPTICS = 0
    MUTED_FOR_AUDIO = 1
    PLAYS_HAPTICS_ONLY = 2
    PLAYS_AUDIO_ONLY = 3
    AUTO_SHUTDOWN_ENABLED = 4


# The library -------------------------------------------------------------------------------------------------------


class _EventParameter(c.Structure):
    _fields_ = [("name", c.c_int32), ("value", c.c_double)]


class _Event(c.Structure):
    _fields_ = [
        ("type", c.c_int32), ("time", c.c_double), ("duration", c.c_double), ("sound", c.c_int64),
        ("parameters", c.POINTER(_EventParameter)), ("parameter_count", c.c_size_t),
    ]


class _Parameter(c.Structure):
    _fields_ = [("name", c.c_int32), ("value", c.c_double), ("time", c.c_double)]


class _Point(c.Structure):
    _fields_ = [("time", c.c_double), ("value", c.c_double)]


class _Curve(c.Structure):
    _fields_ = [
        ("name", c.c_int32), ("time", c.c_double), ("points", c.POINTER(_Point)), ("point_count", c.c_size_t)]


_Completion = c.CFUNCTYPE(None, c.c_void_p, c.c_int32, c.c_char_p)
_Stopped = c.CFUNCTYPE(None, c.c_void_p, c.c_int32)
_Reset = c.CFUNCTYPE(None, c.c_void_p)
_Finished = c.CFUNCTYPE(c.c_int32, c.c_void_p)
_Release = c.CFUNCTYPE(None, c.c_void_p)
_Handle = c.POINTER(c.c_void_p)
_Text = (c.c_char_p, c.c_size_t)

_ABI_VERSION = 1

# Functions that return a status, then the others with their result types.
_CALLS = {
    "environment_check": (c.c_void_p,),
    "engine_check": (c.c_void_p,),
    "pattern_check": (c.c_void_p,),
    "player_check": (c.c_void_p,),
    "environment_create_virtual": (_Handle,),
    "environment_advance": (c.c_void_p, c.c_double),
    "environment_run_until_idle": (c.c_void_p,),
    "environment_fault": (c.c_void_p, c.c_char_p),
    "engine_create": (c.c_void_p, c.c_char_p, _Handle),
    "engine_create_pulled": (c.c_double, _Handle),
    "engine_start": (c.c_void_p,),
    "engine_start_async_releasing": (c.c_void_p, _Completion, c.c_void_p, _Release),
    "engine_stop": (c.c_void_p,),
    "engine_stop_async_releasing": (c.c_void_p, _Completion, c.c_void_p, _Release),
    "engine_set_stopped_handler_releasing": (c.c_void_p, _Stopped, c.c_void_p, _Release),
    "engine_set_reset_handler_releasing": (c.c_void_p, _Reset, c.c_void_p, _Release),
    "engine_notify_when_players_finished_releasing": (c.c_void_p, _Finished, c.c_void_p, _Release),
    "engine_set": (c.c_void_p, c.c_int32, c.c_bool),
    "engine_set_gain": (c.c_void_p, c.c_double),
    "engine_set_motor": (c.c_void_p, c.c_char_p),
    "engine_meter": (c.c_void_p, c.POINTER(c.c_float), c.POINTER(c.c_float)),
    "engine_samples": (c.c_void_p, c.c_double, c.c_size_t, c.POINTER(c.c_float)),
    "engine_register_sound": (c.c_void_p, c.c_char_p, c.c_bool, c.c_bool, c.POINTER(c.c_int64)),
    "engine_unregister_sound": (c.c_void_p, c.c_int64),
    "engine_play": (c.c_void_p, c.c_void_p),
    "pattern_from_ahap": (c.c_char_p, c.c_size_t, _Handle),
    "pattern_from_ahap_in_folder": (c.c_char_p, c.c_size_t, c.c_char_p, _Handle),
    "pattern_from_file": (c.c_char_p, _Handle),
    "pattern_from_preset": (c.c_char_p, c.c_double, _Handle),
    "pattern_create": (
        c.POINTER(_Event), c.c_size_t, c.POINTER(_Parameter), c.c_size_t, c.POINTER(_Curve), c.c_size_t, _Handle),
    "player_create": (c.c_void_p, c.c_void_p, c.c_bool, _Handle),
    "player_start": (c.c_void_p, c.c_double),
    "player_stop": (c.c_void_p, c.c_double),
    "player_cancel": (c.c_void_p,),
    "player_send_parameters": (c.c_void_p, c.POINTER(_Parameter), c.c_size_t, c.c_double),
    "player_schedule_curve": (c.c_void_p, c.POINTER(_Curve), c.c_double),
    "player_set_muted": (c.c_void_p, c.c_bool),
    "player_pause": (c.c_void_p, c.c_double),
    "player_resume": (c.c_void_p, c.c_double),
    "player_seek": (c.c_void_p, c.c_double),
    "player_set_loop_enabled": (c.c_void_p, c.c_bool),
    "player_set_loop_end": (c.c_void_p, c.c_double),
    "player_set_playback_rate": (c.c_void_p, c.c_double),
    "player_set_completion_handler_releasing": (c.c_void_p, _Completion, c.c_void_p, _Release),
}
# A pull of any handle fills the block; `Pattern.render` checks the result itself.
_UNCHECKED = {"engine_pull", "pattern_render"}
_ANSWERS = {
    "abi_version": (c.c_uint32, ()),
    "version": (c.c_char_p, ()),
    "last_error": (c.c_char_p, ()),
    "status_name": (c.c_char_p, (c.c_int32,)),
    "supports_haptics": (c.c_bool, ()),
    "supports_audio": (c.c_bool, ()),
    "devices": (c.c_size_t, _Text),
    "presets": (c.c_size_t, _Text),
    "motors": (c.c_size_t, _Text),
    "environment_free": (None, (c.c_void_p,)),
    "environment_elapsed": (c.c_double, (c.c_void_p,)),
    "environment_timeline": (c.c_size_t, (c.c_void_p, c.c_bool) + _Text),
    "engine_pull": (c.c_size_t, (c.c_void_p, c.c_void_p, c.c_size_t)),
    "engine_free": (None, (c.c_void_p,)),
    "wait_for_callbacks": (None, ()),
    "engine_is_running": (c.c_bool, (c.c_void_p,)),
    "engine_time": (c.c_double, (c.c_void_p,)),
    "engine_get": (c.c_bool, (c.c_void_p, c.c_int32)),
    "pattern_free": (None, (c.c_void_p,)),
    "pattern_duration": (c.c_double, (c.c_void_p,)),
    "pattern_ahap": (c.c_size_t, (c.c_void_p,) + _Text),
    "pattern_render": (
        c.c_size_t, (c.c_void_p, c.c_double, c.c_char_p, c.c_char_p, c.POINTER(c.c_float), c.c_size_t)),
    "player_free": (None, (c.c_void_p,)),
    "player_is_active": (c.c_bool, (c.c_void_p,)),
    "player_duration": (c.c_double, (c.c_void_p,)),
}


_INVALID_HANDLE, _FILE_NOT_FOUND = 1, -4851
# Of a value or of a pattern's text.
_BAD_VALUES = {2, -4813, -4814, -4816, -4820, -4821, -4822, -4823, -4830, -4831, -4840}


def _error(status, message=None):
    """Returns the error of this thread's last failed call."""
    kind = InvalidValueError if status in _BAD_VALUES else Error
    message = _library.thrum_last_error() if message is None else message
    return kind(status, _library.thrum_status_name(status).decode(), message.decode())


def _check(status, function, arguments):
    if status != 0:
        raise _error(status)
    return status


def _checks(check):
    """Returns the check of a value: 0 is also what a call with an invalid handle returns."""
    def value(result, function, arguments):
        if not result:
            try:
                check(arguments[0])
            except Error as error:
                # In a forked process, the engine does not run, and its handle is valid.
                if error.status == _INVALID_HANDLE:
                    raise
        return result

    return value


def _read(path, call, *arguments):
    """Makes a call that reads a file, and says why it cannot be read."""
    try:
        return call(*arguments)
    except Error as error:
        if error.status != _FILE_NOT_FOUND:
            raise
        found, number = error, errno.ENOENT
    try:
        with open(path, "rb") as file:
            file.read(1)
    except OSError as problem:
        number = problem.errno
    kind = MissingFileError if number == errno.ENOENT else FileError
    raise kind(found.status, found.name, found.message, number, os.fspath(path)) from None


def _load():
    # A wheel has the library beside the module.
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libthrum.so.1")
    name = (os.environ.get("THRUM_LIBRARY") or (os.path.exists(beside) and beside) or ctypes.util.find_library("thrum")
            or "libthrum.so.1")
    try:
        library = c.CDLL(name)
    except OSError as problem:
        raise ImportError(f"{problem}: install Thrum, or say in THRUM_LIBRARY where libthrum.so.1 is") from None
    for name, types in _CALLS.items():
        function = getattr(library, "thrum_" + name)
        function.restype, function.argtypes, function.errcheck = c.c_int32, types, _check
    for name, (answer, types) in _ANSWERS.items():
        function = getattr(library, "thrum_" + name)
        function.restype, function.argtypes = answer, types
        kind = name.partition("_")[0]
        if types[:1] == (c.c_void_p,) and answer is not None and name not in _UNCHECKED:
            function.errcheck = _checks(getattr(library, f"thrum_{kind}_check"))
    if library.thrum_abi_version() != _ABI_VERSION:
        raise ImportError(f"libthrum speaks version {library.thrum_abi_version()}, this module {_ABI_VERSION}")
    return library


_library = _load()


def _made(call, *arguments):
    handle = c.c_void_p()
    call(*arguments, c.byref(handle))
    return handle.value


def _array(type, items):
    return (type * len(items))(*items)


def _text(call, *arguments):
    """Returns text of any length."""
    size = call(*arguments, None, 0)
    while True:
        buffer = c.create_string_buffer(max(size, 1))
        needed = call(*arguments, buffer, size)
        if needed <= size or needed == 0:
            return buffer.value.decode()
        size = needed


def _structs(type, kind, items):
    """Returns the C array for `items`, which must all be of a kind."""
    return _array(type, [_expected(item, kind)._struct() for item in items])


def _expected(value, kind):
    if not isinstance(value, kind):
        raise TypeError(f"expected a thrum.{kind.__name__}, not {value!r}")
    return value


def _handle(owner, kind):
    return _expected(owner, kind)._handle


def _real(value, name):
    """Returns a number as the library takes it."""
    if isinstance(value, numbers.Real) or not isinstance(value, (str, bytes)) and hasattr(value, "__float__"):
        try:
            return float(value)
        except OverflowError:
            raise InvalidValueError(2, "invalidArgument", f"{name} is too large: {value!r}") from None
        except TypeError:
            pass
    raise TypeError(f"{name} is a number, not {value!r}")


def _whole(value, name):
    if not hasattr(value, "__index__"):
        raise TypeError(f"{name} is an integer, not {value!r}")
    return value.__index__()


def _words(value, name, optional=False):
    """Returns a text as the library takes it."""
    if value is None and optional:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text, not {value!r}")
    if "\0" in value:
        raise InvalidValueError(2, "invalidArgument", f"{name} has a character with the number 0")
    return value.encode()


def _path(value):
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"path is the name of a file, not {value!r}")
    path = os.fsencode(value)
    if b"\0" in path:
        raise InvalidValueError(2, "invalidArgument", "path has a character with the number 0")
    return path


class _Owner:
    """An object with a handle, for use in a `with` statement."""

    # None once it is freed. Not weakref.finalize, whose functions no longer run once its own exit handler has.
    _number = None

    @property
    def _handle(self):
        if self._number is None:
            raise Error(1, "invalidHandle", f"this {type(self).__name__} was freed by close()")
        return self._number

    def close(self):
        """Frees the handle; later calls raise `Error`. Closing twice does nothing."""
        number, self._number = self._number, None
        if number is not None:
            self._free(number)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        self.close()

    def __repr__(self):
        try:
            about = " (closed)" if self._number is None else self._about()
        except Error:
            about = " (invalid)"
        return f"<thrum.{type(self).__name__}{about}>"

    # The default would copy the handle's number, which a copy would free, and which names something else in another
    # process.

    def __reduce_ex__(self, protocol):
        raise TypeError(f"a thrum.{type(self).__name__} cannot be pickled: make one in the process that uses it")

    def __copy__(self):
        raise TypeError(f"a thrum.{type(self).__name__} cannot be copied")

    def __deepcopy__(self, memo):
        return self.__copy__()

    def _about(self):
        return ""


# Handlers ----------------------------------------------------------------------------------------------------------
#
# The library calls one of four functions that live as long as the module. Its context is a number, under which the
# engine keeps the handler until the library releases the context.

_numbers = itertools.count(1)
_keepers = {}


def _keep(engine, handler):
    """Returns the context for a handler of an engine or of its players."""
    number = next(_numbers)
    engine._handlers[number] = handler
    _keepers[number] = weakref.ref(engine)
    return number


def _told(number, *arguments, otherwise=None):
    """Calls a handler and returns its result, or `otherwise` if its engine no longer exists."""
    keeper = _keepers.get(number)
    engine = keeper and keeper()
    handler = engine and engine._handlers.get(number)
    if handler is None:
        return otherwise
    try:
        return handler(*arguments)
    except Error:
        # At exit, an engine can be closed under its running handler.
        if _is_exiting and engine._number is None:
            return otherwise
        raise


@_Completion
def _completed(number, status, message):
    error = None if status == 0 else _error(status, message)
    _told(number, error)


@_Stopped
def _stopped(number, reason):
    _told(number, StoppedReason(reason))


@_Reset
def _reset(number):
    _told(number)


@_Finished
def _finished(number):
    return int(_told(number, otherwise=FinishedAction.LEAVE_ENGINE_RUNNING))


@_Release
def _released(number):
    keeper = _keepers.pop(number, None)
    engine = keeper and keeper()
    if engine is not None:
        engine._handlers.pop(number, None)


def _set(call, handle, function, engine, handler):
    """Passes a handler to the library; None removes the present one."""
    if handler is None:
        call(handle, type(function)(), None, _Release())
    elif callable(handler):
        call(handle, function, _keep(engine, handler), _released)
    else:
        raise TypeError(f"a handler is a function or None, not {handler!r}")


_engines = {}
_is_exiting = False


@atexit.register
def _close_engines():
    # A callback after the interpreter's end would end the process.
    global _is_exiting
    _is_exiting = True
    for number, reference in list(_engines.items()):
        engine = reference()
        if engine is not None:
            engine.close()
        # Another thread may be about to.
        _library.thrum_engine_free(number)
    _library.thrum_wait_for_callbacks()


def version():
    """Returns the library's version."""
    return _library.thrum_version().decode()


__version__ = version()


def supports_haptics():
    """Whether the process's device supports haptics."""
    return _library.thrum_supports_haptics()


def supports_audio():
    """Whether the process's device supports audio."""
    return _library.thrum_supports_audio()


def devices():
    """Returns the devices for `Engine(device=…)`: dictionaries with name, kind and summary."""
    return json.loads(_text(_library.thrum_devices))["devices"]


def presets():
    """Returns the presets for `Pattern.preset`: dictionaries with name, seconds, summary and perhaps systemSound."""
    return json.loads(_text(_library.thrum_presets))["presets"]


def motors():
    """Returns the motors for `Engine.set_motor` and `Pattern.render`: dictionaries with name and summary."""
    return json.loads(_text(_library.thrum_motors))["motors"]


# Samples -----------------------------------------------------------------------------------------------------------

# Hz, of all samples.
_RATE = 48_000


def _wav(samples):
    """Returns interleaved stereo samples as a WAV file with 16 bits."""
    whole = array.array("h", (round(32_767 * max(-1, min(1, sample))) for sample in samples))
    if sys.byteorder == "big":
        whole.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(2)
        sound.setsampwidth(2)
        sound.setframerate(_RATE)
        sound.writeframes(whole.tobytes())
    return file.getvalue()


def _outline(samples, columns):
    """Returns an SVG path around the left channel, as high as its peak allows."""
    left = samples[::2]
    peak = max(max(left, default=0), -min(left, default=0)) or 1
    step = max(1, -(-len(left) // columns))
    parts = [left[at : at + step] for at in range(0, len(left), step)] or [array.array("f", [0])]
    above = [f"{x},{-max(part) / peak:.3f}" for x, part in enumerate(parts)]
    below = [f"{x},{-min(part) / peak + 0.01:.3f}" for x, part in enumerate(parts)]
    return "M" + " ".join(above + below[::-1]) + "Z"


# Patterns ----------------------------------------------------------------------------------------------------------


class Event:
    """An event: `Event(EventType.HAPTIC_TRANSIENT, 0.5, intensity=0.8)`; `duration` may be None."""

    def __init__(self, type, time=0.0, duration=None, *, sound=0, intensity=None, sharpness=None, parameters=None):
        self.type, self.time, self.duration, self.sound = EventType(type), time, duration, sound
        self.parameters = dict(parameters or {})
        if intensity is not None:
            self.parameters[EventParameter.HAPTIC_INTENSITY] = intensity
        if sharpness is not None:
            self.parameters[EventParameter.HAPTIC_SHARPNESS] = sharpness

    def __repr__(self):
        values = {EventParameter(name).name: value for name, value in self.parameters.items()}
        return f"<thrum.Event {self.type.name} at {self.time} s, duration={self.duration}, {values}>"

    def _struct(self):
        values = _array(
            _EventParameter,
            [_EventParameter(EventParameter(name), _real(value, "a parameter")) for name, value in self.parameters.items()])
        # The library takes a negative one for none.
        duration = -1 if self.duration is None else _real(self.duration, "duration")
        if self.duration is not None and duration < 0:
            raise InvalidValueError(-4823, "invalidEventDuration", f"duration is at least 0, not {duration:g}")
        return _Event(
            self.type, _real(self.time, "time"), duration, _whole(self.sound, "sound"), values, len(values))


class Parameter:
    """A dynamic parameter, which sets a control."""

    def __init__(self, control, value, time=0.0):
        self.control, self.value, self.time = Control(control), value, time

    def __repr__(self):
        return f"<thrum.Parameter {self.control.name} = {self.value} at {self.time} s>"

    def _struct(self):
        return _Parameter(self.control, _real(self.value, "value"), _real(self.time, "time"))


class Curve:
    """A parameter curve; points are pairs of time and value."""

    def __init__(self, control, points, time=0.0):
        self.control, self.points, self.time = Control(control), list(points), time

    def __repr__(self):
        return f"<thrum.Curve {self.control.name} at {self.time} s, {self.points}>"

    def _struct(self):
        points = _array(
            _Point, [_Point(_real(time, "a point's time"), _real(value, "a point's value")) for time, value in self.points])
        return _Curve(self.control, _real(self.time, "time"), points, len(points))


class Pattern(_Owner):
    """Events, dynamic parameters and curves."""

    def __init__(self, events=(), parameters=(), curves=()):
        events = list(events)
        self._sounds = [event.sound for event in events if isinstance(event, Event) and event.sound]
        events = _structs(_Event, Event, events)
        parameters = _structs(_Parameter, Parameter, parameters)
        curves = _structs(_Curve, Curve, curves)
        self._number = _made(
            _library.thrum_pattern_create, events, len(events), parameters, len(parameters), curves, len(curves))

    # Where the search for sounds starts; None is the working directory.
    _folder = None
    # Numbers of sounds that an engine has registered, which the text lacks.
    _sounds = ()

    @classmethod
    def _of(cls, handle, folder=None):
        pattern = cls.__new__(cls)
        pattern._number, pattern._folder = handle, folder
        return pattern

    @classmethod
    def from_ahap(cls, ahap):
        """Parses AHAP from text, bytes or an equivalent dictionary."""
        if isinstance(ahap, dict):
            ahap = json.dumps(ahap)
        if not isinstance(ahap, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"ahap is a text, bytes or a dictionary, not {ahap!r}")
        text = ahap.encode() if isinstance(ahap, str) else bytes(ahap)
        return cls._of(_made(_library.thrum_pattern_from_ahap, text, len(text)))

    @classmethod
    def from_file(cls, path):
        """Reads an AHAP file."""
        name = _path(path)
        folder = os.path.dirname(os.path.abspath(name))
        return cls._of(_read(path, _made, _library.thrum_pattern_from_file, name), folder)

    @classmethod
    def preset(cls, name, intensity=1.0):
        """Returns a preset by name, such as `impact-light`, or by a system sound's number."""
        if not isinstance(name, str):
            name = str(_whole(name, "name"))
        return cls._of(_made(_library.thrum_pattern_from_preset, _words(name, "name"), _real(intensity, "intensity")))

    def __reduce_ex__(self, protocol):
        if self._sounds:
            raise TypeError("a thrum.Pattern with registered sounds cannot be copied: their numbers are an engine's")
        return _unpickled, (type(self), self.ahap, self._folder)

    def __copy__(self):
        make, arguments = self.__reduce_ex__(2)
        return make(*arguments)

    @property
    def duration(self):
        """Seconds."""
        return _library.thrum_pattern_duration(self._handle)

    @property
    def ahap(self):
        """The pattern as AHAP text."""
        return _text(_library.thrum_pattern_ahap, self._handle)

    def samples(self):
        """Renders the pattern in virtual time, with half a second after its end: as `Engine.samples`."""
        with Environment() as phone, Engine(phone) as engine:
            engine.start()
            engine.play(self)
            length = self.duration + 0.5
            phone.advance(length)
            return engine.samples(0, length)

    def render(self, sample_rate=_RATE, signal=None, motor=None):
        """Renders the pattern to the samples of the command's `render`, an `array.array` of floats.

        `signal` is `monitor`, `audio` or a monitor mode such as `felt`, all interleaved stereo; or `drive`,
        `acceleration` or `displacement`, one channel. `motor` is one of `motors()`.
        """
        sample_rate = _real(sample_rate, "sample_rate")
        if not sample_rate <= 384_000:
            raise InvalidValueError(2, "invalidArgument", f"sample_rate is 8000 … 384000, not {sample_rate:g}")
        names = [_words(signal, "signal", optional=True), _words(motor, "motor", optional=True)]
        guess = int(2 * (min(max(self.duration, 0), 60) + 1) * max(sample_rate, 0)) + 1
        while True:
            samples = array.array("f", bytes(guess * c.sizeof(c.c_float)))
            buffer = (c.c_float * guess).from_buffer(samples)
            count = _library.thrum_pattern_render(self._handle, sample_rate, *names, buffer, guess)
            del buffer
            if count == 0:
                _library.thrum_pattern_check(self._handle)
                raise _error(2)
            if count <= guess:
                del samples[count:]
                return samples
            guess = count

    def _repr_html_(self):
        """A picture of the waveform, and a player, for a notebook: of the first 10 s."""
        samples = self.samples()
        shown = samples[: 2 * _RATE * 10]
        seconds = len(shown) / (2 * _RATE)
        words = f"{self.duration:.2f} s" + (f", the first {seconds:.0f} s" if len(shown) < len(samples) else "")
        sound = base64.b64encode(_wav(shown)).decode()
        return (
            f'<figure style="margin:0"><svg viewBox="0 -1 600 2" preserveAspectRatio="none" role="img" '
            f'aria-label="waveform, {words}" style="width:100%;max-width:600px;height:80px">'
            f'<path d="{_outline(shown, 600)}" fill="#0f766e"/></svg>'
            f'<figcaption>{words}</figcaption>'
            f'<audio controls src="data:audio/wav;base64,{sound}"></audio></figure>')

    def _about(self):
        return f", {self.duration} s"

    _free = staticmethod(_library.thrum_pattern_free)


def _unpickled(cls, ahap, folder):
    text = ahap.encode()
    return cls._of(_made(_library.thrum_pattern_from_ahap_in_folder, text, len(text), folder), folder)


# Environments, engines, players ------------------------------------------------------------------------------------


class Environment(_Owner):
    """A device in virtual time, which advances only on request; its engines make no sound."""

    def __init__(self):
        self._number = _made(_library.thrum_environment_create_virtual)

    @property
    def elapsed(self):
        """Seconds since creation."""
        return _library.thrum_environment_elapsed(self._handle)

    def advance(self, seconds):
        """Advances time; handlers run before it returns."""
        _library.thrum_environment_advance(self._handle, _real(seconds, "seconds"))

    def run_until_idle(self):
        """Advances time until nothing is pending."""
        _library.thrum_environment_run_until_idle(self._handle)

    def fault(self, words):
        """Applies a fault in a scenario's words: `suspend app`, `reset server`."""
        _library.thrum_environment_fault(self._handle, _words(words, "words"))

    @property
    def timeline(self):
        """The timeline as text."""
        return _text(_library.thrum_environment_timeline, self._handle, False)

    @property
    def entries(self):
        """The timeline as a thrum.timeline/1 document."""
        return json.loads(_text(_library.thrum_environment_timeline, self._handle, True))

    def _about(self):
        return f", {self.elapsed} s"

    _free = staticmethod(_library.thrum_environment_free)


def _switch(switch, doc):
    def get(engine):
        return _library.thrum_engine_get(engine._handle, switch)

    def put(engine, value):
        _library.thrum_engine_set(engine._handle, switch, bool(value))

    return property(get, put, doc=doc)


class Engine(_Owner):
    """The connection to the haptic server, in an environment or on a device.

    `device` is `silent`, `alsa`, `alsa:NAME`, `wav:PATH` or another that thrum.h lists; None uses `THRUM_DEVICE`, or else
    silence.
    """

    is_muted_for_haptics = _switch(_Switch.MUTED_FOR_HAPTICS, "Silences haptic events at once.")
    is_muted_for_audio = _switch(_Switch.MUTED_FOR_AUDIO, "Silences audio events at once.")
    plays_haptics_only = _switch(_Switch.PLAYS_HAPTICS_ONLY, "Skips audio events, from the next start.")
    plays_audio_only = _switch(_Switch.PLAYS_AUDIO_ONLY, "Skips haptic events, from the next start.")
    is_auto_shutdown_enabled = _switch(_Switch.AUTO_SHUTDOWN_ENABLED, "Stops the engine after two idle minutes.")

    def __init__(self, environment=None, device=None):
        if environment is not None and not isinstance(environment, Environment):
            raise TypeError(
                f"an engine takes an Environment, not {environment!r}; name a device with Engine(device=\"silent\")")
        if device is not None and not isinstance(device, str):
            raise TypeError(f"a device is a name, not {device!r}")
        self._open(
            environment, _library.thrum_engine_create, environment and environment._handle,
            _words(device, "device", optional=True))

    def _open(self, environment, create, *arguments):
        self._environment = environment
        self._handlers = {}
        self._number = _made(create, *arguments)
        _engines[self._number] = weakref.ref(self)
        if _is_exiting:
            self.close()
            raise Error(-4806, "operationNotPermitted", "the interpreter is exiting")

    @classmethod
    def pulled(cls, sample_rate=_RATE):
        """Returns an engine in real time whose samples `pull` takes, for an audio callback."""
        engine = cls.__new__(cls)
        engine._open(None, _library.thrum_engine_create_pulled, _real(sample_rate, "sample_rate"))
        return engine

    def pull(self, samples):
        """Fills a buffer of floats, such as an array or NumPy's, with the next frames in interleaved stereo.

        Returns the number of frames that the engine rendered: all, or 0 if the buffer is silent. Python itself takes locks
        and allocates.
        """
        view = memoryview(samples).cast("B")
        frames = view.nbytes // (2 * c.sizeof(c.c_float))
        if frames == 0:
            return 0
        return _library.thrum_engine_pull(self._number, c.addressof(c.c_char.from_buffer(view)), frames)

    def set_gain(self, decibels):
        """Sets the volume in dB, −120 … 40; 0 at first."""
        _library.thrum_engine_set_gain(self._handle, _real(decibels, "decibels"))

    def set_motor(self, motor):
        """Sets the motor that the engine simulates, from the next start: one of `motors()`."""
        _library.thrum_engine_set_motor(self._handle, _words(motor, "motor"))

    def start(self, completion=None):
        """Starts and waits; with a completion, which receives None or an `Error`, returns at once."""
        if completion is None:
            _library.thrum_engine_start(self._handle)
        else:
            _set(_library.thrum_engine_start_async_releasing, self._handle, _completed, self, completion)

    def stop(self, completion=None):
        """Stops and waits; with a completion, returns at once."""
        if completion is None:
            _library.thrum_engine_stop(self._handle)
        else:
            _set(_library.thrum_engine_stop_async_releasing, self._handle, _completed, self, completion)

    @property
    def is_running(self):
        """Whether the engine is running."""
        return _library.thrum_engine_is_running(self._handle)

    @property
    def time(self):
        """Seconds on the engine's clock."""
        return _library.thrum_engine_time(self._handle)

    def on_stopped(self, handler):
        """Sets a handler that receives a `StoppedReason` when something other than the caller stops the engine.

        None removes it."""
        _set(_library.thrum_engine_set_stopped_handler_releasing, self._handle, _stopped, self, handler)

    def on_reset(self, handler):
        """Sets a handler for a recovered server: start again, recreate players and sounds. None removes it."""
        _set(_library.thrum_engine_set_reset_handler_releasing, self._handle, _reset, self, handler)

    def notify_when_players_finished(self, handler):
        """Calls `handler` once when no player is active; it returns a `FinishedAction`. None stops the engine then."""
        _set(_library.thrum_engine_notify_when_players_finished_releasing, self._handle, _finished, self, handler)

    def play(self, pattern):
        """Plays a pattern once."""
        _library.thrum_engine_play(self._handle, _handle(pattern, Pattern))

    def player(self, pattern, advanced=True):
        """Creates a player."""
        return Player(self, pattern, advanced)

    def register_sound(self, path, uses_volume_envelope=True, loops=False):
        """Registers a sound file; returns the number for `Event(sound=…)`."""
        number = c.c_int64()
        _read(
            path, _library.thrum_engine_register_sound, self._handle, _path(path), bool(uses_volume_envelope), bool(loops),
            c.byref(number))
        return number.value

    def unregister_sound(self, number):
        """Forgets a registered sound."""
        _library.thrum_engine_unregister_sound(self._handle, _whole(number, "number"))

    @property
    def meter(self):
        """Peak and RMS of the current output, full scale 1."""
        peak, level = c.c_float(), c.c_float()
        _library.thrum_engine_meter(self._handle, c.byref(peak), c.byref(level))
        return peak.value, level.value

    def samples(self, start, seconds):
        """Returns output in virtual time: interleaved stereo at 48 kHz, an `array.array` of floats.

        `numpy.asarray(samples).reshape(-1, 2)` uses its memory without a copy.
        """
        start, seconds = _real(start, "start"), _real(seconds, "seconds")
        if not 0 <= seconds < float("inf"):
            raise InvalidValueError(2, "invalidArgument", f"seconds is at least 0 and finite, not {seconds:g}")
        frames = round(seconds * _RATE)
        samples = array.array("f", bytes(2 * frames * c.sizeof(c.c_float)))
        if frames > 0:
            buffer = (c.c_float * len(samples)).from_buffer(samples)
            _library.thrum_engine_samples(self._handle, start, frames, buffer)
        return samples

    def _about(self):
        return ", running" if self.is_running else ", stopped"

    @staticmethod
    def _free(handle):
        _library.thrum_engine_free(handle)
        _engines.pop(handle, None)


class Player(_Owner):
    """Plays a pattern; an advanced player can pause, seek, loop, change its rate and report its end."""

    def __init__(self, engine, pattern, advanced=True):
        handles = _handle(engine, Engine), _handle(pattern, Pattern)
        self._engine = engine
        self._number = _made(_library.thrum_player_create, *handles, bool(advanced))

    def start(self, at=0.0):
        """Starts at an engine time; restarts a playing player."""
        _library.thrum_player_start(self._handle, _real(at, "at"))

    def stop(self, at=0.0):
        """Stops at an engine time; a transient that has begun finishes."""
        _library.thrum_player_stop(self._handle, _real(at, "at"))

    def cancel(self):
        """Drops scheduled commands and ends playback within 5 ms."""
        _library.thrum_player_cancel(self._handle)

    @property
    def is_active(self):
        """Whether it plays, is paused or is scheduled to start."""
        return _library.thrum_player_is_active(self._handle)

    @property
    def duration(self):
        """Seconds of its pattern."""
        return _library.thrum_player_duration(self._handle)

    def send(self, *parameters, at=0.0):
        """Sends parameters: `player.send(Parameter(Control.HAPTIC_INTENSITY, 0.5))`."""
        structs = _structs(_Parameter, Parameter, parameters)
        _library.thrum_player_send_parameters(self._handle, structs, len(structs), _real(at, "at"))

    def schedule(self, curve, at=0.0):
        """Schedules a curve."""
        _library.thrum_player_schedule_curve(
            self._handle, c.byref(_expected(curve, Curve)._struct()), _real(at, "at"))

    def mute(self, muted=True):
        """Silences the player while its time runs on, or lets it be heard again."""
        _library.thrum_player_set_muted(self._handle, bool(muted))

    def pause(self, at=0.0):
        """Pauses at an engine time."""
        _library.thrum_player_pause(self._handle, _real(at, "at"))

    def resume(self, at=0.0):
        """Resumes at an engine time."""
        _library.thrum_player_resume(self._handle, _real(at, "at"))

    def seek(self, offset):
        """Moves to a time in the pattern."""
        _library.thrum_player_seek(self._handle, _real(offset, "offset"))

    def loop(self, enabled=True, end=None):
        """Sets looping and the loop end in seconds, at least 0; 0 is the pattern's own end."""
        if end is not None:
            _library.thrum_player_set_loop_end(self._handle, _real(end, "end"))
        _library.thrum_player_set_loop_enabled(self._handle, bool(enabled))

    def rate(self, rate):
        """Sets the speed of playback, above 0; 1 is normal. The pitch stays."""
        _library.thrum_player_set_playback_rate(self._handle, _real(rate, "rate"))

    def on_completed(self, handler):
        """Sets a handler that receives None or an `Error` at the end of each playback, also of one that outlives the
        player. None removes it."""
        _set(
            _library.thrum_player_set_completion_handler_releasing, self._handle, _completed, self._engine, handler)

    def _about(self):
        return ", active" if self.is_active else ""

    _free = staticmethod(_library.thrum_player_free)


# The command `python -m thrum` -------------------------------------------------------------------------------------


def _chosen(name):
    return Pattern.preset(name[len("preset:"):]) if name.startswith("preset:") else Pattern.from_file(name)


def _play(options):
    with Engine(device=options.device) as engine:
        engine.start()
        pattern = _chosen(options.pattern)
        finished = threading.Event()
        engine.notify_when_players_finished(lambda: finished.set() or FinishedAction.STOP_ENGINE)
        engine.play(pattern)
        finished.wait()


def _render(options):
    sound = _wav(_chosen(options.pattern).samples())
    with open(options.output, "wb") as file:
        file.write(sound)


def _main(arguments=None):
    """Plays or renders a pattern, and returns an exit code."""
    # Few programs that use the module need it.
    import argparse

    parser = argparse.ArgumentParser(prog="thrum", description="Plays and renders Core Haptics patterns.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="play|render")
    for words, call in (("play a pattern", _play), ("write a pattern as a WAV file", _render)):
        command = commands.add_parser(call.__name__[1:], help=words, description=words.capitalize() + ".")
        command.add_argument("pattern", help="an AHAP file, or preset:NAME")
        command.set_defaults(call=call)
        if call is _play:
            command.add_argument("--device", default="alsa", help="an output, such as alsa or alsa:hw:1 (default: alsa)")
        else:
            command.add_argument("-o", "--output", required=True, help="the WAV file")
    options = parser.parse_args(arguments)
    try:
        options.call(options)
    except (Error, OSError) as problem:
        print(f"thrum: {options.pattern}: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(_main())
