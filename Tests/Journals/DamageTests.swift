import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// Damage is an error or is found by verifying; it never causes a crash or a wrong row.
@Suite struct DamageTests {
  /// A journal of two spaces with all its rows in one file, without a log.
  private func makeJournal(_ path: String) async throws -> [JournalRow] {
    let journal = try SQLiteJournal(path: path)
    for start in stride(from: 0, to: 120, by: 20) {
      try await journal.add((1...20).map { fact(start + $0, about: run) }, after: start)
    }
    try await journal.add(facts(1...20), to: work, after: 0)
    try await journal.keep(snapshot(of: home, set: 1, at: 60, String(repeating: "s", count: 5000)))
    try #require(try await journal.checkpoint())
    return try await journal.all()
  }

  /// Whether reading `path` reports the damage; also true if the damage did no harm.
  private func isSafe(_ path: String, _ expected: [JournalRow]) async throws -> Bool {
    do {
      let journal = try SQLiteJournal(path: path)
      if try await journal.verify(home) != ChainReport(rows: 120, erased: 0, firstBroken: nil) {
        return true
      }
      _ = try await journal.spaces()
      _ = try await journal.verify(work)
      if let kept = try await journal.snapshot(of: home, set: 1),
        kept.bytes.contains(where: { $0 != 115 })
      {
        return false
      }
      guard try await journal.all() == expected else { return false }
      // What is written after the damage is intact, or is not written.
      try await journal.add([fact(1000)], after: 120)
      return try await journal.verify(home) == ChainReport(rows: 121, erased: 0, firstBroken: nil)
    } catch is JournalError {
      return true
    }
  }

  private func spoiled(
    _ folder: String,
    _ bytes: [UInt8],
    _ expected: [JournalRow],
    _ what: String
  ) async throws {
    for name in filesIn(folder) where name.hasPrefix("spoiled") {
      try writeFile("\(folder)/\(name)", [])
    }
    try writeFile("\(folder)/spoiled.db", bytes)
    #expect(try await isSafe("\(folder)/spoiled.db", expected), "\(what)")
  }

  @Test func `bytes flipped in every page are noticed or do no harm`() async throws {
    try await withFolder { folder in
      let expected = try await makeJournal("\(folder)/journal.db")
      let whole = try readFile("\(folder)/journal.db")
      var random = SplitMix64(seed: 1)
      #expect(whole.count / 4096 >= 10)
      for page in 0..<(whole.count / 4096) {
        for count in [1, 1, 2, 64, 1000] {
          var bytes = whole
          for _ in 0..<count {
            bytes[page * 4096 + Int.random(in: 0..<4096, using: &random)] ^=
              UInt8.random(in: 1...255, using: &random)
          }
          try await spoiled(folder, bytes, expected, "page \(page), \(count) bytes")
        }
      }
    }
  }

  @Test func `a file cut short anywhere is noticed`() async throws {
    try await withFolder { folder in
      let expected = try await makeJournal("\(folder)/journal.db")
      let whole = try readFile("\(folder)/journal.db")
      for length in stride(from: 1, to: whole.count, by: 1777) {
        try await spoiled(folder, Array(whole[..<length]), expected, "\(length) bytes")
      }
    }
  }

  @Test func `random bytes are refused in plain words and left as they are`() async throws {
    try await withFolder { folder in
      var random = SplitMix64(seed: 2)
      for length in [1, 15, 16, 100, 511, 512, 4096, 20_000] {
        let path = "\(folder)/noise\(length).db"
        let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        try writeFile(path, noise)
        let error = await trouble { _ = try SQLiteJournal(path: path) }
        #expect(error?.code == .damaged, "\(length) bytes: \(String(describing: error))")
        #expect(error?.message.contains("left as it is") == true)
        #expect(try readFile(path) == noise)
      }
    }
  }

  @Test func `verify names the first row that somebody edited`() async throws {
    let check = Digest.of(Array("forged".utf8)).description.prefix(16)
    let edits = [
      "UPDATE facts SET form = NULL, body = CAST('forged' AS BLOB) WHERE space = 1 AND seq = 50",
      "UPDATE facts SET form = NULL, body = CAST('forged' AS BLOB), payload_hash = x'\(check)' "
        + "WHERE space = 1 AND seq = 50",
      "UPDATE facts SET reading = reading + 1 WHERE space = 1 AND seq = 50",
      "UPDATE facts SET payload_hash = zeroblob(8) WHERE space = 1 AND seq = 50",
      "UPDATE facts SET payload_hash = zeroblob(32) WHERE space = 1 AND seq = 50",
      "UPDATE facts SET payload_hash = x'00' WHERE space = 1 AND seq = 50",
      "UPDATE facts SET kind = kind + 9 WHERE space = 1 AND seq = 50",
      "UPDATE facts SET kind = 0 WHERE space = 1 AND seq = 50",
      "UPDATE facts SET device = device + 9 WHERE space = 1 AND seq = 50",
      "UPDATE facts SET form = form + 9 WHERE space = 1 AND seq = 50",
      "UPDATE facts SET body = x'02' WHERE space = 1 AND seq = 50",
      "UPDATE facts SET body = x'' WHERE space = 1 AND seq = 50",
      "UPDATE facts SET entity = NULL WHERE space = 1 AND seq = 50",
      "UPDATE facts SET id = zeroblob(16) WHERE space = 1 AND seq = 50",
      "DELETE FROM facts WHERE space = 1 AND seq = 50",
    ]
    for edit in edits {
      try await withFolder { folder in
        let path = "\(folder)/journal.db"
        _ = try await makeJournal(path)
        try Database(path: path, mode: .readWrite).execute(edit)
        let report = try await SQLiteJournal(path: path).verify(home)
        #expect(report == ChainReport(rows: 49, erased: 0, firstBroken: 50), "\(edit)")
      }
    }
  }
}
