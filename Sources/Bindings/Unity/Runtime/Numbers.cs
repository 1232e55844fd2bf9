namespace Thrum {
    /// Results of calls: two of the library, the others of Core Haptics.
    public enum Status {
        Ok = 0,
        InvalidHandle = 1,
        InvalidArgument = 2,
        EngineNotRunning = -4805,
        OperationNotPermitted = -4806,
        EngineStartTimeout = -4808,
        NotSupported = -4809,
        ServerInitFailed = -4810,
        ServerInterrupted = -4811,
        InvalidPatternPlayer = -4812,
        InvalidPatternData = -4813,
        InvalidPatternDictionary = -4814,
        InvalidAudioSession = -4815,
        InvalidEngineParameter = -4816,
        InvalidParameterType = -4820,
        InvalidEventType = -4821,
        InvalidEventTime = -4822,
        InvalidEventDuration = -4823,
        InvalidAudioResource = -4824,
        ResourceNotAvailable = -4825,
        BadEventEntry = -4830,
        BadParameterEntry = -4831,
        InvalidTime = -4840,
        FileNotFound = -4851,
        InsufficientPower = -4897,
        UnknownError = -4898,
        MemoryError = -4899,
        ClientMissing = -4804,
        NoPlayerChannel = -10851,
        CannotStartPlaying = 561015905
    }

    public enum HapticEventType {
        HapticTransient = 0,
        HapticContinuous = 1,
        AudioContinuous = 2,
        AudioCustom = 3
    }

    /// Event parameters: 0 … 1, pitch and pan −1 … 1.
    public enum EventParameter {
        HapticIntensity = 0,
        HapticSharpness = 1,
        AttackTime = 2,
        DecayTime = 3,
        ReleaseTime = 4,
        Sustained = 5,
        AudioVolume = 6,
        AudioPitch = 7,
        AudioPan = 8,
        AudioBrightness = 9
    }

    /// Controls of all events of a playing player: intensity and volume multiply, the others add.
    public enum Control {
        HapticIntensity = 0,
        HapticSharpness = 1,
        HapticAttackTime = 2,
        HapticDecayTime = 3,
        HapticReleaseTime = 4,
        AudioVolume = 5,
        AudioPitch = 6,
        AudioPan = 7,
        AudioBrightness = 8,
        AudioAttackTime = 9,
        AudioDecayTime = 10,
        AudioReleaseTime = 11
    }

    /// Why an engine stopped without a call.
    public enum StoppedReason {
        AudioSessionInterrupt = 1,
        ApplicationSuspended = 2,
        IdleTimeout = 3,
        NotifyWhenFinished = 4,
        EngineDestroyed = 5,
        GameControllerDisconnect = 6,
        SystemError = -1
    }

    /// The action after an engine's players have finished.
    public enum FinishedAction {
        StopEngine = 1,
        LeaveEngineRunning = 2
    }

    /// The switches of an engine, all off by default.
    public enum Switch {
        /// Silences haptic events at once.
        MutedForHaptics = 0,
        /// Silences audio events at once.
        MutedForAudio = 1,
        /// Skips audio events, from the next start.
        PlaysHapticsOnly = 2,
        /// Skips haptic events, from the next start.
        PlaysAudioOnly = 3,
        /// Stops the engine after two idle minutes and starts it with the next player.
        AutoShutdownEnabled = 4
    }
}
