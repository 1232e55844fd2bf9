import Synchronization
import ThrumAnswers

/// A folder whose files another program writes without having read them, such as an agent. Versions that it did not
/// write itself are kept, by the studio's rules.
package final class KeptFolder: Sendable {
  package struct Problem: Error {
    package let words: String
  }

  private let changer: FolderChanger
  /// Revisions that were saved here.
  private let own = Mutex<Set<String>>([])

  /// - Throws: ``Problem`` if files cannot be saved in the folder.
  package init(_ path: String) throws(Problem) {
    do throws(StudioError) {
      changer = FolderChanger(try StudioFolder(path, isWritable: true))
    } catch { throw Problem(words: "\(error)") }
  }

  /// Saves the whole file or nothing. Returns the path of the version that was there, if it was kept.
  ///
  /// - Parameter path: relative to the folder, in an existing folder.
  /// - Throws: ``Problem`` with the cause; the file is then as it was.
  package func put(_ bytes: [UInt8], to path: String) throws(Problem) -> String? {
    guard let place = FolderPath(path) else {
      throw Problem(words: "the name has a character that file names here cannot have, or begins with a dot")
    }
    let own = own.withLock { $0 }
    do throws(FolderError) {
      switch try changer.put(bytes, to: place, own: own) {
      case .done(let revision, let kept):
        self.own.withLock { _ = $0.insert(revision) }
        return kept
      case .changed:
        throw FolderError(number: 0, message: "another program has just written it; read it, and try again")
      }
    } catch { throw Problem(words: error.message) }
  }
}
