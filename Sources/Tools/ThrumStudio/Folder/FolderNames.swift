import Glibc
import ThrumSystem

/// Changes names in the studio's folders (``FileNames``), with errors in the studio's words.
struct FolderNames: Sendable {
  private let names: FileNames

  init(_ abilities: FileNames.Abilities = .all) { names = FileNames(abilities) }

  /// Gives each of two files of a folder the other's name; `false` where the file system cannot.
  func exchange(_ first: String, _ second: String, in folder: Int32) throws(FolderError) -> Bool {
    do throws(SystemError) { return try names.exchange(first, second, in: folder) } catch { throw FolderError(error) }
  }

  /// Gives a file a name that nothing has yet; returns `false`, and changes nothing, when the name is taken.
  func move(
    _ name: String, in folder: Int32, to free: String, in other: Int32
  ) throws(FolderError) -> Bool {
    do throws(SystemError) { return try names.move(name, in: folder, to: free, in: other) } catch {
      throw FolderError(error)
    }
  }

  /// Writes the file that a save is about to put in place (``NewFile``).
  func write(_ bytes: [UInt8], to name: String, in folder: Int32, mode: mode_t?) throws(FolderError) {
    do throws(SystemError) { try NewFile.write(bytes, to: name, in: folder, mode: mode) } catch {
      throw FolderError(error)
    }
  }
}
