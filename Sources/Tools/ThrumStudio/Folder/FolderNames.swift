import Glibc
import ThrumSystem

/// ``FileNames`` with the studio's errors.
struct FolderNames: Sendable {
  private let names: FileNames

  init(_ abilities: FileNames.Abilities = .all) { names = FileNames(abilities) }

  func exchange(_ first: String, _ second: String, in folder: Int32) throws(FolderError) -> Bool {
    do throws(SystemError) { return try names.exchange(first, second, in: folder) } catch { throw FolderError(error) }
  }

  func move(
    _ name: String, in folder: Int32, to free: String, in other: Int32
  ) throws(FolderError) -> Bool {
    do throws(SystemError) { return try names.move(name, in: folder, to: free, in: other) } catch {
      throw FolderError(error)
    }
  }

  func write(_ bytes: [UInt8], to name: String, in folder: Int32, mode: mode_t?) throws(FolderError) {
    do throws(SystemError) { try NewFile.write(bytes, to: name, in: folder, mode: mode) } catch {
      throw FolderError(error)
    }
  }
}
