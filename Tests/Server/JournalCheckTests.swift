import Core
import Foundation
import Journals
import SQLite
import SQLiteJournal
import Testing

@testable import trellis_server

/// What `trellis-server verify` says about the entries of a product.
@Suite struct JournalCheckTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("trellis-check-\(UUID().uuidString)")
  private let space = SpaceID(rawValue: 7)

  private func fact(_ number: Int) -> FactRecord {
    FactRecord(
      id: FactID(rawValue: UInt128(number)),
      stamp: .zero,
      kind: "tracking.check-set",
      version: 1,
      entity: nil,
      payload: Array("{}".utf8)
    )
  }

  /// Checks a journal of two entries before and after this was done to its file.
  private func check(after sql: String) async throws -> JournalCheck {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = "\(folder.path)/spaces-streaks.db"
    let journal = try SQLiteJournal(path: path)
    _ = try await journal.append([AppendRequest(space: space, after: 0, facts: [fact(1), fact(2)])])
    let whole = try await JournalCheck(of: journal)
    #expect(whole.entries == 2)
    #expect(whole.spaces == 1)
    #expect(whole.problems == [])
    try Database(path: path, mode: .readWrite).execute(sql)
    return try await JournalCheck(of: journal)
  }

  @Test func `an entry that was changed is named`() async throws {
    let check = try await check(after: "UPDATE facts SET chain_hash = zeroblob(32) WHERE seq = 2")
    let problem = "space \(space): entry 2 is missing, or not what was written"
    #expect(check.problems.first == problem)
  }

  @Test func `a space to which nothing can be added is named, though its entries are whole`()
    async throws
  {
    let check = try await check(after: "UPDATE spaces SET head_hash = zeroblob(32)")
    #expect(check.entries == 2)
    let problem = "the file is damaged: the rows of space \(space) do not end where they should"
    #expect(check.problems == [problem])
  }
}
