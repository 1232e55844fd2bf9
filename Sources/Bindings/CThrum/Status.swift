// The headers document the public functions in this folder.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CThrumHeader
import ThrumEngine
import ThrumPattern

/// An error in a call to the C interface.
enum Misuse: Error {
  case handle(String)
  case argument(String)
}

/// Runs a call, stores its error message for `thrum_last_error`, and returns its status.
func attempt(_ body: () throws -> Void) -> thrum_status {
  do {
    try body()
    return thrum_status(THRUM_OK)
  } catch {
    let (status, message) = described(error)
    keep(message, CTHRUM_LAST_ERROR)
    return status
  }
}

/// Runs a call that is given a context. If the call fails or does not keep the context, it is released at once.
func attempt(keeping context: HostContext, _ body: (HostContext) throws -> Void) -> thrum_status {
  attempt {
    do { try body(context) } catch {
      // Before the message is stored: the host's function may make calls that fail, too.
      context.release()
      throw error
    }
  }
}

func described(_ error: any Error) -> (thrum_status, String) {
  switch error {
  case Misuse.handle(let message): (thrum_status(THRUM_INVALID_HANDLE), message)
  case Misuse.argument(let message): (thrum_status(THRUM_INVALID_ARGUMENT), message)
  case let error as EngineError: (thrum_status(truncatingIfNeeded: error.code.rawValue), error.message)
  default: (thrum_status(THRUM_UNKNOWN_ERROR), "\(error)")
  }
}

@discardableResult
private func keep(_ text: String, _ slot: Int) -> UnsafePointer<CChar> {
  var text = text
  return text.withUTF8 { utf8 in
    utf8.withMemoryRebound(to: CChar.self) { characters in
      // Safety: the buffer of an empty string may have no address; for 0 bytes, any address will do.
      cthrum_keep(Int32(slot), characters.baseAddress ?? cthrum_kept(Int32(slot)), characters.count)
    }
  }
}

@_cdecl("thrum_last_error") @implementation
public func thrum_last_error() -> UnsafePointer<CChar> { cthrum_kept(Int32(CTHRUM_LAST_ERROR)) }

@_cdecl("thrum_status_name") @implementation
public func thrum_status_name(_ status: thrum_status) -> UnsafePointer<CChar> {
  let name =
    switch Int(status) {
    case THRUM_OK: "ok"
    case THRUM_INVALID_HANDLE: "invalidHandle"
    case THRUM_INVALID_ARGUMENT: "invalidArgument"
    default: EngineError.Code(rawValue: Int(status)).name
    }
  return keep(name, CTHRUM_STATUS_NAME)
}

@_cdecl("thrum_abi_version") @implementation
public func thrum_abi_version() -> UInt32 { UInt32(THRUM_ABI_VERSION) }

@_cdecl("thrum_version") @implementation
public func thrum_version() -> UnsafePointer<CChar> { keep(ThrumVersion.current, CTHRUM_VERSION) }
