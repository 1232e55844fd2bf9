import Glibc
import ThrumFormats
import ThrumPattern

extension HTTPResponse {
  static var badPath: HTTPResponse {
    .refusal(
      400, "badPath",
      "the path must name a library pattern, or a \(PatternFormat.namedEndings) file in the folder")
  }

  static func refusal(_ error: FolderError, _ path: String) -> HTTPResponse {
    switch error.number {
    case ENOENT: .refusal(404, "notFound", "\(path) \(error.message)")
    case EACCES, EPERM, EROFS: .refusal(403, "notPermitted", "\(path): \(error.message)")
    case EBUSY: .refusal(503, "busy", "\(path): \(error.message)")
    case ENOSPC, EDQUOT: .refusal(507, "diskFull", "\(path): \(error.message); nothing was written")
    case ELOOP, ENOTDIR, EINVAL, EFBIG: .refusal(400, "badPath", error.message)
    default: .refusal(500, "failed", "\(path): \(error.message)")
    }
  }
}
