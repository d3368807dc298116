import Commands
import Core
import Pages
import Presentation
import Products
import Terminal
import Testing
import TestKit

@testable import Web

@Suite struct DownloadTests {
  /// Stores nothing, and reports the requests that it received.
  private struct Storage: StubbedSpace {
    struct Nothing: Error {}
    var changed: ChangedHistory?
    func changedHistory() async throws -> ChangedHistory? { changed }
    func reply<R: Request>(to request: R) throws -> R.Reply { throw Nothing() }
    func archive(to write: ([UInt8]) async throws -> Void) async throws {
      for piece in ["arch", "ive"] { try await write(Array(piece.utf8)) }
    }
    func backup(to write: ([UInt8]) async throws -> Void) async throws {
      try await write(Array("backup".utf8))
    }
  }

  private func context(_ storage: Storage = Storage()) -> PageContext {
    PageContext(
      product: .sober,
      settings: [],
      now: Instant(milliseconds: 0),
      calendar: LocalCalendar(zone: .utc),
      space: storage
    )
  }

  private let contributions = Shell.contributions([], for: .sober)

  private func request(_ path: String, _ storage: Storage = Storage()) -> PageRequest {
    PageRequest(
      context: context(storage).cachingQueries(),
      path: path,
      contributions: contributions,
      protection: FormProtection(token: "")
    )
  }

  private func file(_ path: String) async throws -> DownloadedFile {
    let download = try #require(contributions.downloads.first { $0.path == path })
    return try await download.body(request(path))
  }

  @Test(arguments: [nil, 12])
  func `B1: the page of exports says so if the history is not what was written`(
    _ entry: Int?
  ) async throws {
    for place in [ShellPlace.ownMachine, .server] {
      let changed = entry.map { ChangedHistory(entry: $0, isOnServer: place == .server) }
      let all = Shell.contributions([], for: .sober, at: place).pages
      let page = try #require(all.first { $0.path == "/data" })
      let html = try await page.body(request("/data", Storage(changed: changed))).body.markup
      #expect(html.contains("/data/export.json"))
      #expect(html.contains("is not what was written") == (entry != nil))
      #expect(html.contains("Entry 12 of your history") == (entry != nil))
      #expect(html.contains("whoever runs this server") == (entry != nil && place == .server))
      #expect(!html.contains("trellis restore"), "a page has no terminal")
    }
  }

  @Test func `an export is what the storage gives, under a name that tells it apart`() async throws
  {
    let file = try await file("/data/export.json")
    #expect(try await file.bytes() == Array("archive".utf8))
    #expect(file.name == "sober-1970-01-01-export.json")
  }

  @Test func `a backup is what the storage gives`() async throws {
    let file = try await file("/data/backup.db")
    #expect(try await file.bytes() == Array("backup".utf8))
    #expect(file.name?.hasSuffix(".db") == true)
  }

  @Test func `an uploaded name cannot lead elsewhere`() async throws {
    for (name, safe) in [
      ("../../etc/passwd", "....etcpasswd"), ("a/b\\c.db", "abc.db"), ("..", "file"), ("", "file"),
    ] {
      let upload = UploadedFile(name: name, bytes: [1, 2])
      try await UploadedCopy.use(upload) { path in
        #expect(path.split(separator: "/").last.map(String.init) == safe)
        let bytes = try UserFile.read(path)
        #expect(bytes == [1, 2])
      }
    }
  }
}
