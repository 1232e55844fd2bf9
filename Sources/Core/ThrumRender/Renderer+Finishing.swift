import ThrumDevice

extension Renderer {
  @_noLocks
  mutating func finishQuantum() {
    output.setGain(controls.gain)
    // An event that starts and ends within a quantum still counts.
    let isIdle =
      activeCount == 0 && !context.hasSounded && forward.isAtRest && actuator.isAtRest && output.filtersAreAtRest
    if isIdle, quietQuanta > quantaOfLatency {
      output.clearMeters()
      return
    }
    let hapticsGoal: Float = isHapticsMuted ? 0 : 1
    let audioGoal: Float = isAudioMuted ? 0 : 1
    if quietQuanta > 0 {
      // After silence, mutes take effect without a ramp.
      hapticsGain = hapticsGoal
      audioGain = audioGoal
    }
    quietQuanta = isIdle ? quietQuanta + 1 : 0
    let step = (hapticsGoal - hapticsGain) * (1 / Float(quantumFrames))
    if context.hasAudio { muteAudio(audioGoal) }
    output.begin(left: context.left, right: context.right, hasAudio: context.hasAudio)
    let clip = Float(actuator.clipVolts)
    var smooth = context.smooth
    let continuous = driveContinuousEvents(&smooth)
    let isSteady = !context.hasFrames && hapticsGain == 1 && step == 0
    if isSteady, path.takes(smooth, below: 0.99 * clip, with: continuous) {
      path.render(smooth, &actuator.linear, &output, left: context.left, right: context.right)
    } else {
      path.forget()
      if smooth.isUsed || !context.hasFrames { path.draw(smooth, into: context.drive, adds: context.hasFrames) }
      clampDrive(gain: hapticsGain, step: step, clip: clip)
      if context.harmonics.isWanted {
        context.harmonics.begin()
        context.harmonics.fade(gain: hapticsGain, step: step)
      }
      actuator.render(
        drive: driveVolts, into: accelerations, displacement: displacements,
        harmonics: context.harmonics.isWanted ? context.harmonics.frames : nil, frames: quantumFrames)
      output.add(
        acceleration: accelerations, drive: driveVolts, harmonics: context.harmonics.frames, work: work,
        left: context.left, right: context.right)
    }
    hapticsGain = hapticsGoal
    audioGain = audioGoal
    output.finish(left: context.left, right: context.right)
  }

  @_noLocks @inline(__always)
  private mutating func driveContinuousEvents(_ smooth: inout SmoothDrive) -> Lanes {
    guard context.table.isForward, context.wanted.isUsed || context.hasWantedFrames || !forward.isAtRest else {
      return .zero
    }
    guard context.hasWantedFrames else {
      let volts = forward.volts(context.wanted.values)
      smooth.add(volts, bound: 0)
      return volts
    }
    if context.wanted.isUsed { path.draw(context.wanted, into: context.continuous, adds: true) }
    forward.render(context.continuous, addingTo: context.drive)
    return .zero
  }

  /// Fills the buses of a quantum that was rendered in one step.
  @_noLocks
  func fillBuses() {
    path.fill(drive: context.drive, volts: driveVolts, accelerations: accelerations, actuator.linear)
  }

  @_noLocks
  private mutating func clampDrive(gain: Float, step: Float, clip limit: Float) {
    let clip = Lanes(repeating: limit)
    var frame = 0
    while frame < quantumFrames {
      var volts = load(context.drive, frame)
      if gain != 1 || step != 0 {
        let t = countingLanes + Lanes(repeating: Float(frame + 1))
        volts *= Lanes(repeating: gain) + Lanes(repeating: step) * t
      }
      volts = volts.replacing(with: clip, where: volts .> clip)
      volts = volts.replacing(with: -clip, where: volts .< -clip)
      for lane in 0..<Lanes.scalarCount { driveVolts[frame + lane] = Double(volts[lane]) }
      frame += Lanes.scalarCount
    }
  }

  @_noLocks
  private func muteAudio(_ goal: Float) {
    let step = (goal - audioGain) * (1 / Float(quantumFrames))
    for frame in 0..<quantumFrames {
      let factor = audioGain + step * Float(frame + 1)
      context.left[frame] *= factor
      context.right[frame] *= factor
    }
  }
}
