import Core
import FileSystem
import Glibc
import Products
import Runtime
import SQLiteJournal
import Testing
import TrackingContract

@testable import LocalApp

/// Deleting everything in a home, wholly or not at all.
@Suite struct HomeErasureTests {
  private let place = TemporaryHome()
  private var home: Home { place.home }

  /// Fills the home with a habit, a copy, and the files that programs keep for their person.
  private func fill() async throws {
    let space = try await LocalSpace.open(home, as: .hobbyist)
    _ = try await space.client.send(CreateHabit(details: HabitDetails(title: "Read")))
    let copies = HomeCopies(home)
    mkdir(copies.folder, 0o700)
    try space.journal.backup(to: "\(copies.folder)/2026-03-01.db", product: "hobbyist")
    try space.journal.backup(to: "\(home.path)/space.db.before-restore-1", product: "hobbyist")
    await space.runtime.close()
    try home.choose(.hobbyist)
    for name in ["hooks.json", "telemetry.json", "sync.account", "answers.db", "copies-off"] {
      place.write("x", to: name)
    }
  }

  /// What is there besides locks, which may be held by a program that waits.
  private var left: [String] {
    let copies = HomeCopies(home).folder
    let kept = (try? FolderListing.names(in: copies))?.filter { $0 != ".lock" } ?? []
    return place.names.filter { !$0.hasSuffix(".lock") && $0 != "copies" } + kept
  }

  @Test func `all that a person has is gone, with copies and what was put aside`() async throws {
    try await fill()
    try HomeErasure(home).run()
    #expect(left == [])
    #expect(home.isNew)
    #expect(!home.hasChosen)
    let space = try await LocalSpace.open(home, as: .hobbyist)
    #expect(try await space.client.ask(AllHabits()).isEmpty)
    await space.runtime.close()
  }

  @Test func `what is the daemon's own stays, and files of others`() async throws {
    try await fill()
    for name in ["daemon-token", "daemon-sessions", "letter.txt"] { place.write("x", to: name) }
    try HomeErasure(home).run()
    #expect(left == ["daemon-sessions", "daemon-token", "letter.txt"])
  }

  @Test func `an erasure that was cut off is finished before anything is read`() async throws {
    try await fill()
    place.write("", to: "erasing")
    try home.create()
    #expect(left == [])
  }

  @Test func `without a mark nothing is deleted`() async throws {
    try await fill()
    let before = place.names
    try HomeErasure(home).finish()
    #expect(place.names == before)
  }

  @Test func `copies that cannot be reached are neither forgotten nor called untouched`() throws {
    place.write("x", to: "hooks.json")
    // Like a folder without permission, but for root too.
    place.write("", to: "copies")
    let error = #expect(throws: DomainError.self) { try HomeErasure(home).run() }
    #expect(error?.code == "erasing")
    #expect(error?.message.contains("has begun and is not finished") == true)
    unlink(HomeCopies(home).folder)
    try home.create()
    #expect(left == [])
  }

  @Test(.disabled(if: geteuid() == 0, "root may write anywhere"))
  func `copies that cannot be removed are not said to be deleted`() async throws {
    try await fill()
    let copies = HomeCopies(home)
    chmod(copies.folder, 0o500)
    let error = #expect(throws: DomainError.self) { try HomeErasure(home).run() }
    #expect(error?.code == "erasing")
    #expect(copies.all.count == 1)
    chmod(copies.folder, 0o700)
    try home.create()
    #expect(left == [])
  }

  @Test func `what was put elsewhere and linked goes too`() async throws {
    let elsewhere = TemporaryHome()
    try await fill()
    for name in ["space.db", "space.db-wal", "space.db-shm", "space.db.before-restore-1"] {
      let (path, target) = ("\(home.path)/\(name)", "\(elsewhere.home.path)/\(name)")
      rename(path, target)
      if !name.contains("-wal"), !name.contains("-shm") { symlink(target, path) }
    }
    try #require(elsewhere.names.contains("space.db-wal"))
    try HomeErasure(home).run()
    #expect(left == [])
    #expect(elsewhere.names == [])
  }

  @Test func `a folder of others among the copies stays, and is in nobody's way`() async throws {
    try await fill()
    let folder = HomeCopies(home).folder + "/mine"
    try #require(mkdir(folder, 0o700) == 0)
    defer { rmdir(folder) }
    try HomeErasure(home).run()
    #expect(left == ["mine"])
  }

  @Test(.disabled(if: geteuid() == 0, "root may write anywhere"))
  func `a folder that cannot be written keeps everything, and says so`() async throws {
    try await fill()
    let before = place.names
    chmod(home.path, 0o500)
    defer { chmod(home.path, 0o700) }
    let error = #expect(throws: DomainError.self) { try HomeErasure(home).run() }
    #expect(error?.message.contains("Nothing was deleted") == true)
    #expect(place.names == before)
  }
}
