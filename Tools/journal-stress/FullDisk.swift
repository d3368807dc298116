import Glibc
import Journals

/// Writes until files cannot grow any more, as on a full disk or at the end of a quota.
struct FullDisk {
  let path: String
  /// The size limit of each file in bytes.
  let limit: UInt64

  func run() async throws {
    removeJournal(path)
    let writer = try Process(
      ["limited-writer", path, "\(limit)"],
      output: path + ".confirmed"
    )
    let status = writer.wait()
    var lines = try writer.printed()
    guard status == 0, lines.popLast() == JournalError.Code.full.rawValue, lines.count > 100 else {
      throw Failure("the writer did not report a full disk: \(lines.last ?? "")")
    }
    let rows = try await Check(path: path).run(confirmed: Set(lines))
    guard rows == lines.count else {
      throw Failure("\(rows) rows, but \(lines.count) were confirmed")
    }
    // With free space, writing succeeds again.
    var more = try Writer(path: path, seed: 99, isSilent: true)
    try await more.run(count: 100)
    print("disk full after \(rows) facts, nothing lost.")
  }

  /// The part that runs under the limit: prints what was confirmed and then the error's code.
  func write() async throws {
    var bound = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
    signal(SIGXFSZ, SIG_IGN)
    guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound) == 0 else {
      throw Failure("cannot limit file sizes: error \(errno)")
    }
    var writer = try Writer(path: path, seed: 1)
    do { try await writer.run(count: .max) } catch let error as JournalError {
      // Reads still work, and a second attempt fails the same way.
      _ = try await Check(path: path).run(confirmed: [])
      print(error.code.rawValue)
    }
  }
}
