package enum MotorLayout: Equatable, Sendable {
  case one(RumbleProfile.Motor)
  case two(RumbleProfile)
}
