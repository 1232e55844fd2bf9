/// Notices what changes in the folder: twice a second the listing is compared with the one before.
///
/// Editors replace files, folders come and go, some filesystems tell nothing; a listing sees all of it alike.
struct FolderChanges {
  private let folder: StudioFolder?
  private var known: [String: StudioFolder.Listing.File]
  private var last = 0.0

  /// Seconds between two looks.
  private static let interval = 0.5

  init(_ folder: StudioFolder?) {
    self.folder = folder
    known = FolderChanges.index(folder)
  }

  /// What has changed since the last look: paths of files, and `nil` when files came or went.
  ///
  /// - Parameter now: monotonic seconds.
  mutating func take(_ now: Double) -> [String?] {
    guard folder != nil, now - last >= FolderChanges.interval else { return [] }
    last = now
    let (old, new) = (known, FolderChanges.index(folder))
    known = new
    let changed = new.keys.filter { old[$0] != nil && old[$0] != new[$0] }.sorted()
    return changed.map(Optional.some) + (Set(old.keys) == Set(new.keys) ? [] : [nil])
  }

  private static func index(_ folder: StudioFolder?) -> [String: StudioFolder.Listing.File] {
    Dictionary((folder?.list().files ?? []).map { ($0.path, $0) }) { first, _ in first }
  }
}
