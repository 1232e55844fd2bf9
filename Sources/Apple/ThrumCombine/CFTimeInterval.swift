@_exported import Foundation
@_exported import Observation

/// A time in seconds.
public typealias CFTimeInterval = Double

/// Just calls the closure, since Linux has no autorelease pools.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
  -> Result
{
  try body()
}

extension URL {
  /// Documents folder.
  public static var documentsDirectory: URL { folder(.documentDirectory) }
  /// Caches folder.
  public static var cachesDirectory: URL { folder(.cachesDirectory) }
  /// Application support folder.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
  /// Temporary folder.
  public static var temporaryDirectory: URL { FileManager.default.temporaryDirectory }

  private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? temporaryDirectory
  }
}
