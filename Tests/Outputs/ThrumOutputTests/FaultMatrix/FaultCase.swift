import Glibc

/// A cell of the fault matrix: a call that fails in a state of the engine.
struct FaultCase: Sendable {
  /// A call of libasound, by its counterpart in ``PCM``.
  enum Call: String, CaseIterable, Sendable {
    case open = "snd_pcm_open"
    case configure = "snd_pcm_hw_params, snd_pcm_sw_params"
    case available = "snd_pcm_avail_update"
    case write = "snd_pcm_writei"
    case prepare = "snd_pcm_prepare"
    case resume = "snd_pcm_resume"
    case start = "snd_pcm_start"
    case drop = "snd_pcm_drop"
    case delay = "snd_pcm_delay"
    case wait = "poll, snd_pcm_poll_descriptors_revents"

    /// The situation in which the loop makes the call.
    var occasion: String? {
      switch self {
      case .open, .configure: "after the card went away"
      case .prepare: "after an underrun"
      case .resume: "after a suspend"
      case .start: "on a card that does not start by itself"
      case .drop: "after a suspend without resume, and at the end"
      case .available, .write, .delay, .wait: nil
      }
    }
  }

  /// State of the engine at the fault.
  enum State: String, CaseIterable, Sendable {
    case starting, idle, playing, stopping
  }

  /// Result of a call: a negative errno, or an odd value that is not an error code.
  struct Answer: Hashable, Sendable {
    let name: String
    let code: Int
  }

  let call: Call
  let answer: Answer
  /// From the fault on, or only once.
  let isLasting: Bool
  let state: State

  var description: String { "\(call) answers \(answer.name) \(isLasting ? "for ever" : "once"), \(state)" }

  /// Every cell, in the table's order.
  static let all: [FaultCase] = Call.allCases.flatMap { call in
    answers(call).flatMap { answer in
      [false, true].flatMap { isLasting in
        State.allCases.map { FaultCase(call: call, answer: answer, isLasting: isLasting, state: $0) }
      }
    }
  }

  /// Results documented by alsa-lib, and those known from kernels and plug-ins.
  static func answers(_ call: Call) -> [Answer] {
    switch call {
    case .open:
      [
        eNOENT, eNODEV, eNXIO, eBUSY, eACCES, ePERM, eNOMEM, eINVAL, eIO, eAGAIN, eINTR, eCONNREFUSED, eCONNRESET,
        eHOSTDOWN, eTIMEDOUT,
      ]
    case .configure:
      [eINVAL, eBUSY, eNODEV, eIO, eNOMEM, eBADFD, eNOTTY, ePIPE, Answer(name: "another rate", code: 0)]
    case .available: [ePIPE, eSTRPIPE, eBADFD, eIO, eNODEV, eNXIO, eNOTTY, eINVAL, eNOSYS, eAGAIN, eINTR]
    case .write:
      [
        ePIPE, eSTRPIPE, eBADFD, eIO, eNODEV, eNXIO, eNOTTY, eINVAL, eNOMEM, eAGAIN, eINTR,
        Answer(name: "0 frames", code: 0),
      ]
    case .prepare: [eBADFD, eIO, eNODEV, eINVAL, eBUSY, eNOMEM, ePIPE, eSTRPIPE, eAGAIN, eINTR]
    case .resume: [eNOSYS, eAGAIN, eINTR, eBADFD, eIO, eNODEV, Answer(name: "0, still suspended", code: 0)]
    case .start: [eBADFD, ePIPE, eSTRPIPE, eIO, eNODEV, eINVAL, eAGAIN, eINTR]
    case .drop: [eBADFD, eIO, eNODEV, eSTRPIPE]
    case .delay: [Answer(name: "any error", code: -Int(EIO))]
    case .wait: [Answer(name: "POLLERR", code: -Int(EIO)), Answer(name: "POLLHUP, any error", code: -Int(ENODEV))]
    }
  }

  private static let eACCES = Answer(name: "EACCES", code: -Int(EACCES))
  private static let eAGAIN = Answer(name: "EAGAIN", code: -Int(EAGAIN))
  private static let eBADFD = Answer(name: "EBADFD", code: -Int(EBADFD))
  private static let eBUSY = Answer(name: "EBUSY", code: -Int(EBUSY))
  private static let eCONNREFUSED = Answer(name: "ECONNREFUSED", code: -Int(ECONNREFUSED))
  private static let eCONNRESET = Answer(name: "ECONNRESET", code: -Int(ECONNRESET))
  private static let eHOSTDOWN = Answer(name: "EHOSTDOWN", code: -Int(EHOSTDOWN))
  private static let eINTR = Answer(name: "EINTR", code: -Int(EINTR))
  private static let eINVAL = Answer(name: "EINVAL", code: -Int(EINVAL))
  private static let eIO = Answer(name: "EIO", code: -Int(EIO))
  private static let eNODEV = Answer(name: "ENODEV", code: -Int(ENODEV))
  private static let eNOENT = Answer(name: "ENOENT", code: -Int(ENOENT))
  private static let eNOMEM = Answer(name: "ENOMEM", code: -Int(ENOMEM))
  private static let eNOSYS = Answer(name: "ENOSYS", code: -Int(ENOSYS))
  private static let eNOTTY = Answer(name: "ENOTTY", code: -Int(ENOTTY))
  private static let eNXIO = Answer(name: "ENXIO", code: -Int(ENXIO))
  private static let ePERM = Answer(name: "EPERM", code: -Int(EPERM))
  private static let ePIPE = Answer(name: "EPIPE", code: -Int(EPIPE))
  private static let eSTRPIPE = Answer(name: "ESTRPIPE", code: -Int(ESTRPIPE))
  private static let eTIMEDOUT = Answer(name: "ETIMEDOUT", code: -Int(ETIMEDOUT))
}
