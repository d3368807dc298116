import JournalTesting
import Replication
import Sync

struct TrippingLine: SyncTransport {
  let line: Line
  let wire: Tripwire

  init(_ line: Line, _ wire: Tripwire) { (self.line, self.wire) = (line, wire) }

  func exchange(_ document: [UInt8]) async throws -> [UInt8] {
    try wire.step()
    let answer = try await line.exchange(document)
    try wire.step()
    return answer
  }
}

struct TrippingMarks: MarkStore {
  let marks: any MarkStore
  let wire: Tripwire

  init(_ marks: any MarkStore, _ wire: Tripwire) { (self.marks, self.wire) = (marks, wire) }

  func load() throws -> AuthorMark? { try marks.load() }

  func keep(_ mark: AuthorMark) throws {
    try wire.step()
    try marks.keep(mark)
    try wire.step()
  }
}
