/// What the compiler knows of an enumeration that it cannot list.
public enum EnumCases {
  /// Returns the number of cases without values, from the type's description in the binary.
  public static func plainCount<Cases>(of type: Cases.Type) -> Int {
    // Safety: the layout of the metadata of an enumeration is part of Swift's stable binary interface: a kind, then a
    // descriptor, in which the number of cases without values is the seventh word.
    let metadata = unsafeBitCast(type, to: UnsafePointer<UnsafePointer<UInt32>>.self)
    return Int(metadata[1][6])
  }
}
