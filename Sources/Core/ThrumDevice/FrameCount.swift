/// Length in frames.
public typealias FrameCount = Int
