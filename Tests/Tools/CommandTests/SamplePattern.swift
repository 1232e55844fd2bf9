/// A pattern with every kind of entry, with numbers that tests rely on.
enum SamplePattern {
  static let text = """
    { "Version": 1.0,
      "Metadata": { "Project": "Sample", "Description": "One of <everything> & more" },
      "Pattern": [
        { "Event": { "Time": 0.0, "EventType": "HapticTransient", "EventParameters": [
          { "ParameterID": "HapticIntensity", "ParameterValue": 0.9 },
          { "ParameterID": "HapticSharpness", "ParameterValue": 0.2 } ] } },
        { "Event": { "Time": 0.25, "EventType": "HapticContinuous", "EventDuration": 0.5, "EventParameters": [
          { "ParameterID": "HapticIntensity", "ParameterValue": 0.6 },
          { "ParameterID": "HapticSharpness", "ParameterValue": 0.8 } ] } },
        { "Event": { "Time": 0.5, "EventType": "AudioContinuous", "EventDuration": 0.25, "EventParameters": [
          { "ParameterID": "AudioVolume", "ParameterValue": 0.3 } ] } },
        { "Event": { "Time": 0.5, "EventType": "AudioCustom", "EventWaveformPath": "gone.wav" } },
        { "Parameter": { "Time": 0.4, "ParameterID": "HapticIntensityControl", "ParameterValue": 0.5 } },
        { "ParameterCurve": { "Time": 0.25, "ParameterID": "HapticSharpnessControl",
          "ParameterCurveControlPoints": [
            { "Time": 0.0, "ParameterValue": 0.0 }, { "Time": 0.5, "ParameterValue": -0.5 } ] } }
      ] }
    """

  /// A tap and a buzz, 50 ms long.
  static let short = """
    { "Version": 1.0, "Pattern": [
      { "Event": { "Time": 0.0, "EventType": "HapticTransient" } },
      { "Event": { "Time": 0.02, "EventType": "HapticContinuous", "EventDuration": 0.03 } } ] }
    """

  static let broken = #"{ "Version": 1.0, "Pattern": [ "#
}
