import FoundationEssentials
import Glibc
import ThrumAnalysis
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumPattern
import ThrumSystem

struct StudioContext: Sendable {
  let folder: StudioFolder?
  let watch: FolderWatch
  let motors: StudioMotors
  let devices: StudioDevices
  let monitor: MonitorChoice
  let phone: PhoneDesk?
  /// `nil` if the program cannot make pages to share.
  let share: ShareMaker?

  init(
    folder: StudioFolder?, motors: StudioMotors = StudioMotors(), devices: StudioDevices = StudioDevices(),
    isPortable: Bool = MonitorChoice.isPortable, phone: PhoneDesk? = nil, share: ShareMaker? = nil
  ) {
    monitor = MonitorChoice(nil, isLoudspeaker: true, isPortable: isPortable)
    self.folder = folder
    self.motors = motors
    self.phone = phone
    self.share = share
    self.devices = devices
    watch = FolderWatch(folder)
  }
}
