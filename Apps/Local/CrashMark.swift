import FileSystem
import Glibc
import TelemetryContract

/// A file in which a program that ends by its own fault records that, with one byte.
///
/// The next program that counts uses reads and removes it. The byte says which program and which
/// signal, and nothing else: no memory, no place, no time. It is recorded only while the person
/// allows counting.
enum CrashMark {
  private static let signals: [(number: Int32, name: CrashName.Signal)] = [
    (SIGABRT, .abort), (SIGBUS, .bus), (SIGFPE, .arithmetic), (SIGILL, .instruction),
    (SIGSEGV, .memory), (SIGTRAP, .trap),
  ]
  /// The maximum number of crashes read from one file; repeated crashes at start do not add more.
  private static let most = 100

  /// The handler's data, in memory that is never freed.
  private struct Note {
    let path: UnsafeMutablePointer<CChar>
    /// The byte for each signal, at its number.
    let bytes: UnsafeMutablePointer<UInt8>
    /// The previous action of each signal, at its number.
    let former: UnsafeMutablePointer<sigaction>
  }

  // Set before the handler is installed, when a program starts, and read only by the handler. It is
  // a pointer that can be read without a lock, since a signal handler may take none
  // (signal-safety(7)).
  nonisolated(unsafe) private static var note: UnsafeMutablePointer<Note>?

  private static let count = 65

  /// Records faults of this process in a file.
  static func arm(_ program: CrashName.Program, at path: String) {
    guard note == nil, let copy = strdup(path) else { return }
    let made = Note(
      path: copy,
      bytes: .allocate(capacity: count),
      former: .allocate(capacity: count)
    )
    made.bytes.initialize(repeating: 0, count: count)
    made.former.initialize(repeating: sigaction(), count: count)
    let place = UnsafeMutablePointer<Note>.allocate(capacity: 1)
    place.initialize(to: made)
    note = place
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = { CrashMark.handle($0, $1, $2) }
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK
    for signal in signals {
      made.bytes[Int(signal.number)] = byte(program, signal.name)
      sigaction(signal.number, &action, &made.former[Int(signal.number)])
    }
  }

  /// Stops recording.
  static func disarm() {
    guard let note else { return }
    for signal in signals where note.pointee.bytes[Int(signal.number)] != 0 {
      sigaction(signal.number, &note.pointee.former[Int(signal.number)], nil)
      note.pointee.bytes[Int(signal.number)] = 0
    }
  }

  /// Runs in the handler: uses only calls that signal-safety(7) lists.
  private static func handle(
    _ number: Int32,
    _ info: UnsafeMutablePointer<siginfo_t>?,
    _ context: UnsafeMutableRawPointer?
  ) {
    guard let note else { return }
    let file = open(
      note.pointee.path,
      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
      0o600
    )
    if file >= 0 {
      _ = write(file, note.pointee.bytes + Int(number), 1)
      close(file)
    }
    // The program ends as it would have without this. The former handler sees the same context.
    let former = note.pointee.former + Int(number)
    sigaction(number, former, nil)
    if former.pointee.sa_flags & SA_SIGINFO != 0 {
      former.pointee.__sigaction_handler.sa_sigaction(number, info, context)
    } else {
      raise(number)
    }
  }

  static func isThere(at path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the crashes in a file, and removes it.
  static func take(from path: String) -> [CrashName] {
    // If two programs do this at the same time, only one of them gets the file.
    let taken = "\(path).\(getpid())"
    guard rename(path, taken) == 0 else { return [] }
    defer { unlink(taken) }
    let bytes = (try? FileContents.read(taken, limit: 1 << 20, allowsPipes: false)) ?? []
    return bytes.prefix(most).compactMap(crash)
  }

  /// A letter: those of `trellis` begin at A, those of `trellisd` at a.
  private static func byte(_ program: CrashName.Program, _ signal: CrashName.Signal) -> UInt8 {
    let first: UInt8 = program == .trellis ? UInt8(ascii: "A") : UInt8(ascii: "a")
    return first + UInt8(CrashName.Signal.allCases.firstIndex(of: signal) ?? 0)
  }

  private static func crash(_ byte: UInt8) -> CrashName? {
    for program in CrashName.Program.allCases {
      for signal in CrashName.Signal.allCases where self.byte(program, signal) == byte {
        return CrashName(program, signal)
      }
    }
    return nil
  }
}
