/// Frames per second.
public typealias SampleRate = Double
