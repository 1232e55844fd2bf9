import ThrumDevice

/// The short cut for a quantum without corners: its samples come from a ``SmoothDrive`` in one step (decision 0023).
///
/// The renderer asks ``takes(_:below:with:)`` once per quantum; voices decide before it, in `Voice.interpolate`. The
/// drive and acceleration of such a quantum are computed on request only.
struct SmoothPath: BitwiseCopyable {
  /// Values from which the buses of the last quantum can be filled.
  private struct Last: BitwiseCopyable {
    var isFilled = true
    var values = Lanes.zero
    /// Motion at the start of the quantum.
    var motion = Motion(state: .zero, lastDrive: 0)
  }

  private let isPossible: Bool
  private let weights: SmoothWeights
  private let chain: SmoothChain
  private let last: UnsafeMutablePointer<Last>

  init(_ actuator: ActuatorState, _ output: OutputStage) {
    isPossible = actuator.isLinear && output.isPlain
    weights = SmoothWeights()
    chain = output.smoothChain(actuator.linear)
    last = .allocate(capacity: 1)
    last.initialize(to: Last())
  }

  func deallocate() {
    weights.deallocate()
    chain.deallocate()
    last.deallocate()
  }

  @_noLocks @inline(__always)
  func takes(_ drive: SmoothDrive, below limit: Float, with continuous: Lanes) -> Bool {
    isPossible && drive.staysBelow(limit, with: continuous)
  }

  @_noLocks @inline(__always)
  func render(
    _ drive: SmoothDrive, _ actuator: inout LinearActuator, _ output: inout OutputStage,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    last.pointee = Last(isFilled: false, values: drive.values, motion: actuator.motion)
    output.add(chain, drive, &actuator, left: left, right: right)
  }

  /// The quantum is rendered frame by frame, so its buses are filled.
  @_noLocks @inline(__always)
  func forget() { last.pointee.isFilled = true }

  /// Writes the frames of a drive or, if `adds`, adds them.
  @_noLocks @inline(__always)
  func draw(_ drive: SmoothDrive, into bus: UnsafeMutablePointer<Float>, adds: Bool) {
    weights.draw(drive.values, into: bus, adds: adds)
  }

  /// Fills the buses of a quantum that went through ``render(_:_:_:left:right:)``.
  @_noLocks
  func fill(
    drive: UnsafeMutablePointer<Float>, volts: UnsafeMutablePointer<Double>,
    accelerations: UnsafeMutablePointer<Double>, _ actuator: LinearActuator
  ) {
    guard !last.pointee.isFilled else { return }
    last.pointee.isFilled = true
    weights.draw(last.pointee.values, into: drive, adds: false)
    for frame in 0..<quantumFrames { volts[frame] = Double(drive[frame]) }
    var moving = actuator
    moving.set(last.pointee.motion)
    moving.render(drive: volts, into: accelerations, frames: quantumFrames)
  }
}
