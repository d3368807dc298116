import JournalTesting
import Core
import FileSystem
import Journals
import Replication
import Runtime
import SQLiteJournal
import Sync
import Testing
import TrackingContract

/// Programs that end anywhere, and files that are older than they should be.
@Suite struct RestoreTests {
  /// A device that is killed before or after each of its steps goes on where it was.
  @Test func `a device that is killed at any step goes on`() async throws {
    var steps = 0
    while true {
      let world = try World()
      let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
      try await desk.add("Run")
      await desk.settle()
      for title in ["Read", "Sleep"] { try await laptop.add(title) }
      let wire = Tripwire(after: steps)
      try await laptop.reopen(tripping: wire)
      _ = await laptop.replicator.round()
      try await laptop.reopen()
      #expect(try await laptop.titles().filter { $0 != "Run" } == ["Read", "Sleep"])
      await laptop.settle()
      await desk.settle()
      try await expectAgreement([laptop, desk], world)
      if !wire.hasTripped { break }
      steps += 1
    }
    #expect(steps > 15)
  }

  @Test(arguments: [false, true])
  func `a server that is restored gets back what it has lost`(isTold: Bool) async throws {
    let world = try World()
    let (laptop, desk) = (try await Home("laptop", in: world), try await Home("desk", in: world))
    try await laptop.add("Read")
    await laptop.settle()
    await desk.settle()
    world.stop()
    try world.folder.copy("server", to: "backup")
    world.restart()
    try await laptop.add("Run")
    let gone = try await desk.add("A secret").id
    for home in [laptop, desk, laptop] { await home.settle() }
    try await desk.client.send(DeleteHabit(habit: gone, confirmed: true))
    await desk.settle()
    let erased = world.erased
    #expect(erased.count == 1)
    world.stop()
    try world.folder.copy("backup", to: "server")
    world.restart()
    if isTold { try await world.server.restored(account, erased: erased) }
    for home in [laptop, desk, laptop, desk] { await home.settle() }
    #expect(try await laptop.titles() == ["Read", "Run"])
    try await expectAgreement([laptop, desk], world)
    let left = try await facts(of: account, in: try world.journal())
    let about = left.values.filter { $0.entity == gone.entity }
    #expect(about.contains { $0.erases })
    #expect(about.allSatisfy { $0.erases || $0.payload == nil })
  }

  @Test func `a device that is restored loses nothing, and is another one then`() async throws {
    let world = try World()
    let desk = try await Home("desk", in: world)
    var laptop: Home? = try await Home("laptop", in: world)
    try await laptop?.add("Read")
    await laptop?.settle()
    let before = try await laptop?.journal.device()
    laptop = nil
    try world.folder.copy("laptop", to: "backup")
    laptop = try await Home("laptop", in: world)
    try await laptop?.add("Run")
    await laptop?.settle()
    laptop = nil
    let mark = try #require(world.folder.contents("laptop.mark"))
    try world.folder.copy("backup", to: "laptop")
    // The mark is outside of the backups.
    try AtomicFile.write(mark, to: "\(world.folder.path)/laptop.mark")
    let restored = try await Home("laptop", in: world)
    try await restored.add("Sleep")
    await restored.settle()
    await desk.settle()
    #expect(try await restored.titles() == ["Read", "Run", "Sleep"])
    #expect(try await restored.journal.device() != before)
    try await expectAgreement([restored, desk], world)
  }

  @Test func `a device without its mark takes another identity when it meets what it has lost`()
    async throws
  {
    let world = try World()
    var laptop: Home? = try await Home("laptop", in: world)
    try await laptop?.add("Read")
    await laptop?.settle()
    let before = try await laptop?.journal.device()
    laptop = nil
    try world.folder.copy("laptop", to: "backup")
    laptop = try await Home("laptop", in: world)
    try await laptop?.add("Run")
    await laptop?.settle()
    laptop = nil
    try world.folder.copy("backup", to: "laptop")
    let restored = try await Home("laptop", in: world)
    try await restored.add("Sleep")
    await restored.settle()
    #expect(try await restored.titles() == ["Read", "Run", "Sleep"])
    #expect(try await restored.journal.device() != before)
    try await expectAgreement([restored], world)
  }

  @Test func `a home that was copied does not stay the same device`() async throws {
    let world = try World()
    var laptop: Home? = try await Home("laptop", in: world)
    try await laptop?.add("Read")
    await laptop?.settle()
    laptop = nil
    try world.folder.copy("laptop", to: "copy")
    let original = try await Home("laptop", in: world)
    let copy = try await Home("copy", in: world)
    try await original.add("Run")
    try await copy.add("Sleep")
    for home in [original, copy, original, copy] { await home.settle() }
    #expect(try await original.titles() == ["Read", "Run", "Sleep"])
    let states = (
      try await DeviceState(of: original.space, in: original.journal),
      try await DeviceState(of: copy.space, in: copy.journal)
    )
    #expect(states.0.author != states.1.author)
    // What is made from now on has the new identity too, in the program that is open.
    try await copy.add("Write")
    await copy.settle()
    let all = try await facts(of: copy.space, in: copy.journal).values
    let newest = try #require(all.max { $0.id < $1.id })
    #expect(newest.stamp.device == (try await copy.journal.device()))
    await original.settle()
    try await expectAgreement([original, copy], world)
  }

  @Test func `a mark that cannot be read is that of somebody else`() async throws {
    let world = try World()
    let laptop = try await Home("laptop", in: world)
    try await laptop.add("Read")
    await laptop.settle()
    let before = try await laptop.journal.device()
    for text in ["", "rubbish", "12 -1", String(repeating: "7", count: 200)] {
      let device = try await laptop.journal.device()
      try AtomicFile.write(Array(text.utf8), to: "\(world.folder.path)/laptop.mark")
      try await laptop.reopen()
      await laptop.settle()
      #expect(try await laptop.journal.device() != device)
    }
    #expect(try await laptop.journal.device() != before)
    try await expectAgreement([laptop], world)
  }
}
