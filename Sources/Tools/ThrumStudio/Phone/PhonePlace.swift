package struct PhonePlace: Sendable, Equatable {
  package let address: IPv4Address
  /// 0 for any free port.
  package let port: UInt16

  /// Parses `ADDRESS` or `ADDRESS:PORT`. Returns `nil` for anything else, and for addresses of more than one machine.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = IPv4Address(parts[0]), address.isSingle else { return nil }
    guard let port = parts.count == 2 ? UInt16(parts[1]) : 0 else { return nil }
    self.address = address
    self.port = port
  }

  /// Chooses the machine's only address on a local network.
  ///
  /// - Throws: ``StudioError`` unless there is exactly one.
  package init(choosingFrom known: [NetworkAddress] = NetworkAddress.all) throws(StudioError) {
    let local = known.filter(\.address.isPrivate)
    guard let first = local.first else {
      throw StudioError(
        "--phone: this machine has no address on a local network; connect it to the phone's network, or name an "
          + "address: --phone ADDRESS", kind: .port)
    }
    guard local.count == 1 else {
      let names = local.map { "\($0.address) (\($0.interface))" }.joined(separator: ", ")
      throw StudioError(
        "--phone: this machine has several addresses: \(names); choose the one on the phone's network, such as "
          + "--phone \(first.address)", kind: .port)
    }
    address = first.address
    port = 0
  }
}
