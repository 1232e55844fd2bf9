import ThrumAnalysis

/// What a studio works with: what every request and every live connection sees of this machine.
struct StudioContext: Sendable {
  /// `nil` shows the library alone.
  let folder: StudioFolder?
  let watch: FolderWatch
  let motors: StudioMotors
  let devices: StudioDevices

  init(folder: StudioFolder?, motors: StudioMotors = StudioMotors(), devices: StudioDevices = StudioDevices()) {
    self.folder = folder
    self.motors = motors
    self.devices = devices
    watch = FolderWatch(folder)
  }
}
