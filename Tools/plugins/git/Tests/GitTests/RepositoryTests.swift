import Foundation
import Testing
import TrellisSDK

@testable import Git

/// Reads real repositories, if git is installed.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "git is not installed")
)
struct RepositoryTests {
  /// A folder that goes with the test.
  private final class Place: Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "git-\(UUID().uuidString)"
    )

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  private let place = Place()
  private var folder: URL { place.folder }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try git("init", "--quiet")
    try git("config", "user.email", "ada@example.org")
    try git("config", "user.name", "Ada")
  }

  private func git(_ words: String...) throws {
    try run(words, ["GIT_COMMITTER_DATE": date(Self.now)])
  }

  private func commit(at seconds: Int64, _ more: String...) throws {
    let words = ["commit", "--quiet", "--allow-empty", "--message", "Words"]
    try run(
      words + more,
      ["GIT_AUTHOR_DATE": date(seconds), "GIT_COMMITTER_DATE": date(seconds)]
    )
  }

  private func run(_ words: [String], _ environment: [String: String]) throws {
    // What a person has configured, such as signatures, is not asked for here.
    let own = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]
    let result = try ChildProgram.run(
      ["git", "-C", folder.path] + words,
      environment: environment.merging(own) { $1 }
    )
    try #require(result.status == 0, "\(result.output)")
  }

  private func date(_ seconds: Int64) -> String { "@\(seconds) +0000" }

  private func commits(since seconds: Int64 = 0, of author: String = "ada@") throws -> [Int64] {
    try Repository(around: folder.path)
      .commits(of: author, since: Instant(seconds: seconds)).map(\.seconds).sorted()
  }

  private static let now: Int64 = 1_750_000_000

  @Test func `commits of all branches by the author count, from the instant on`() throws {
    try commit(at: Self.now)
    try commit(at: Self.now + 10, "--author", "Bob <bob@example.org>")
    try git("checkout", "--quiet", "-b", "other")
    try commit(at: Self.now + 20)
    try git("checkout", "--quiet", "-")
    #expect(try commits() == [Self.now, Self.now + 20])
    #expect(try commits(since: Self.now + 1) == [Self.now + 20])
    #expect(try commits(of: "BOB") == [Self.now + 10])
    #expect(try commits(of: ".*").isEmpty)
    #expect(try Repository(around: folder.path).author == "ada@example.org")
  }

  @Test func `a commit that is rewritten counts for when it was written`() throws {
    try commit(at: Self.now)
    try run(
      ["commit", "--quiet", "--allow-empty", "--amend", "--message", "New"],
      ["GIT_COMMITTER_DATE": date(Self.now + 86_400)]
    )
    #expect(try commits() == [Self.now])
  }

  @Test func `a repository is found from a folder within it, and one without is refused`() throws {
    let inner = folder.appendingPathComponent("a/b")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let top = try Repository(around: inner.path).path
    #expect(top == Repository.absolute(folder.path))
    let error = #expect(throws: DomainError.self) { try Repository(around: "/") }
    #expect(error?.code == "git-failed")
    #expect(try commits().isEmpty)
  }

  @Test func `a new commit is told of`() throws {
    try commit(at: Self.now)
    let changes = try FileChanges()
    #expect(changes.follow(try Repository(around: folder.path).log))
    let waiting = try Waiting()
    #expect(waiting.wait(readable: [changes.descriptor], milliseconds: 0).isOverdue)
    try commit(at: Self.now + 1)
    let awakening = waiting.wait(readable: [changes.descriptor], milliseconds: 10_000)
    #expect(awakening.ready == [changes.descriptor])
    #expect(changes.drain() && !changes.drain())
  }

  @Test func `paths below the home are kept without it`() {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    #expect(Repository.kept("\(home)/code") == "~/code")
    #expect(Repository.expanded("~/code") == "\(home)/code")
    #expect(Repository.kept("/srv/code") == "/srv/code")
    #expect(Repository.absolute("/no/such/folder") == "/no/such/folder")
  }

  @Test func `a program that does not end in time is ended with all that it began`() throws {
    let error = #expect(throws: ChildProgram.Failure.self) {
      try ChildProgram.run(["sh", "-c", "echo $$ & sleep 600"], milliseconds: 200)
    }
    #expect(error == .overdue)
    #expect(throws: ChildProgram.Failure.notStarted(ENOENT)) {
      try ChildProgram.run(["no-such-program"])
    }
    #expect(
      try ChildProgram.run(["sh", "-c", "echo a; exit 3"]) == .init(status: 3, output: "a\n")
    )
    #expect(throws: ChildProgram.Failure.tooMuch) {
      try ChildProgram.run(["head", "-c", "20000000", "/dev/zero"])
    }
  }
}
