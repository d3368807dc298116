import Core
import Glibc
import Journals
import SQLiteJournal

/// Opens journals, uses all of their threads and releases them, to find leaks.
///
/// A process that does this for months must not run out of threads or files.
struct Leaks {
  let path: String

  func run(rounds: Int) async throws {
    removeJournal(path)
    // The first rounds start threads that remain: those of Swift's own pool.
    for round in 0..<8 { try await useJournal(round) }
    let before = Held()
    for round in 8..<(rounds + 8) { try await useJournal(round) }
    // Threads end shortly after the journal that they worked for.
    var after = Held()
    for _ in 0..<100 where after.isMore(than: before) {
      usleep(100_000)
      after = Held()
    }
    guard !after.isMore(than: before) else {
      throw Failure("held before: \(before), now: \(after)")
    }
    print("\(rounds) journals, nothing of them is left.")
  }

  /// Uses a journal that writes, reads on two threads at once, and follows another one.
  private func useJournal(_ round: Int) async throws {
    let journal = try SQLiteJournal(path: path)
    let other = try SQLiteJournal(path: path)
    let heads = try await journal.heads()
    let results = try await other.append([
      AppendRequest(space: spaces[0], after: round, facts: [number(round)])
    ])
    guard results == [.appended(head: round + 1)] else {
      throw Failure("round \(round): \(results)")
    }
    async let one = journal.read(spaces[0], after: 0, limit: 10)
    async let two = journal.known([], in: spaces[0])
    _ = try await (one, two)
    for await head in heads {
      guard head == SpaceHead(space: spaces[0], sequence: round + 1) else {
        throw Failure("round \(round): told was \(head)")
      }
      break
    }
  }

  private func number(_ round: Int) -> FactRecord {
    let id = FactID(rawValue: UInt128(round) + 1)
    return FactRecord(
      id: id,
      stamp: .zero,
      kind: "stress.number-written",
      version: 1,
      entity: nil,
      payload: Payload.make(for: id, length: 1)
    )
  }
}

/// The system resources that this process holds.
private struct Held: CustomStringConvertible {
  let files = Held.entries(of: "/proc/self/fd")
  let threads = Held.entries(of: "/proc/self/task")

  func isMore(than other: Held) -> Bool { files > other.files || threads > other.threads }

  var description: String { "\(files) files and \(threads) threads" }

  private static func entries(of folder: String) -> Int {
    guard let listing = opendir(folder) else { return 0 }
    defer { closedir(listing) }
    var count = 0
    while readdir(listing) != nil { count += 1 }
    return count
  }
}
