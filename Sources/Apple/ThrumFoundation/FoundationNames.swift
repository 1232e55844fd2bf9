@_exported import Foundation
@_exported import Observation

/// Seconds.
public typealias CFTimeInterval = Double

/// Calls a closure. Linux has no autorelease pools.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
  -> Result
{
  try body()
}

extension URL {
  /// The user's documents folder.
  public static var documentsDirectory: URL { folder(.documentDirectory) }
  /// The user's caches folder.
  public static var cachesDirectory: URL { folder(.cachesDirectory) }
  /// The user's application support folder.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
  /// The folder for temporary files.
  public static var temporaryDirectory: URL { FileManager.default.temporaryDirectory }

  private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first ?? temporaryDirectory
  }
}
