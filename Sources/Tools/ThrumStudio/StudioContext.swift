import ThrumAnalysis

struct StudioContext: Sendable {
  /// `nil` shows only the library.
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
