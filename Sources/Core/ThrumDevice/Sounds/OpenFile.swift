import Glibc
import ThrumSystem

/// An open file, closed with the last reference.
package final class OpenFile: Sendable {
  package let descriptor: Int32
  /// Status when the file was opened.
  package let status: stat

  /// - Throws: ``SoundError`` `notFound`, or `unreadable` for anything but a regular file.
  package init(_ path: String) throws(SoundError) {
    // Without `O_NONBLOCK`, opening a pipe would block.
    let descriptor = ReadableRoot.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      throw SoundError(
        isMissing ? .notFound : .unreadable, path: path,
        detail: isMissing
          ? "there is no such file" : errno == EXDEV ? ReadableRoot.refusal : String(cString: strerror(errno)))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw SoundError(
        .unreadable, path: path, detail: "it is \(isFolder ? "a folder, not a sound" : "not a regular file")")
    }
    self.descriptor = descriptor
    self.status = status
  }

  /// Another reference to an open, seekable file, from its beginning.
  ///
  /// - Parameter path: name for errors.
  package init(again descriptor: Int32, path: String) throws(SoundError) {
    var status = stat()
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, fstat(copy, &status) == 0, lseek(copy, 0, SEEK_SET) == 0 else {
      let cause = String(cString: strerror(errno))
      if copy >= 0 { close(copy) }
      throw SoundError(.unreadable, path: path, detail: cause)
    }
    (self.descriptor, self.status) = (copy, status)
  }

  deinit { close(descriptor) }
}

extension OpenFile {
  /// Reads the file, and keeps it open.
  package var chunks: ChunkedFile {
    ChunkedFile(count: Int(status.st_size)) { offset, buffer in
      max(0, pread(self.descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
    }
  }
}
