import Core
import Pages
import Testing

@testable import Web

@Suite struct WaitingUploadsTests {
  private let now = Instant(seconds: 1_767_258_000)

  private func file(_ name: String, bytes: Int = 1) -> UploadedFile {
    UploadedFile(name: name, bytes: Array(repeating: 7, count: bytes))
  }

  private func limits(files: Int = 16, bytes: Int = 100) -> WaitingUploads.Limits {
    var limits = WaitingUploads.Limits()
    (limits.files, limits.bytes, limits.time) = (files, bytes, 60_000)
    return limits
  }

  /// What is said about a file that does not wait; nil if it waits.
  private func said(_ token: String, _ uploads: WaitingUploads, after seconds: Int64 = 0) -> String?
  {
    do {
      _ = try uploads.file(token, at: now.advanced(bySeconds: seconds))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `a file waits until its time is over`() throws {
    let uploads = WaitingUploads(done: "imported", limits: limits())
    let token = uploads.keep(file("a"), at: now)
    #expect(try uploads.file(token, at: now.advanced(bySeconds: 60)).name == "a")
    let words = try #require(said(token, uploads, after: 61))
    #expect(words.contains("waited too long") && words.contains("Nothing was imported"))
    // It does not come back with a clock that is set back.
    #expect(said(token, uploads) == words)
  }

  @Test func `a file that was used is not said to have done nothing`() throws {
    let uploads = WaitingUploads(done: "restored", limits: limits())
    let token = uploads.keep(file("a"), at: now)
    uploads.drop(token)
    let words = try #require(said(token, uploads))
    #expect(words.contains("was restored already") && !words.contains("Nothing"))
    // Half an hour later that is still so.
    #expect(said(token, uploads, after: 3600) == words)
  }

  @Test(arguments: [(2, 100), (16, 5)])
  func `the oldest makes room, and is said to have`(files: Int, bytes: Int) throws {
    let uploads = WaitingUploads(done: "imported", limits: limits(files: files, bytes: bytes))
    let tokens = ["a", "b", "c"].map { uploads.keep(file($0, bytes: 2), at: now) }
    #expect(try #require(said(tokens[0], uploads)).contains("others were chosen after it"))
    #expect(said(tokens[1], uploads) == nil && said(tokens[2], uploads) == nil)
  }

  @Test func `nothing is claimed about a file that nobody knows`() throws {
    let uploads = WaitingUploads(done: "imported", limits: limits())
    let words = try #require(said("0123", uploads))
    #expect(words == "The file is no longer kept here: choose it once more.")
  }

  @Test func `a file larger than all limits waits alone`() {
    let uploads = WaitingUploads(done: "imported", limits: limits(bytes: 5))
    let token = uploads.keep(file("a", bytes: 50), at: now)
    #expect(said(token, uploads) == nil)
  }
}
