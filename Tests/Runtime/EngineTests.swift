import Core
import Engine
import EngineDriving
import EventDispatch
import Journals
import LeakCheck
import TestKit
import Testing

/// Cases that only a driver that calls the engine manually can cause.
@Suite(.leavesNothingBehind) struct EngineTests {
  private let full = JournalError(.full, "The disk is full.")

  // MARK: Order

  @Test func `what is submitted by an answer comes after all that waited`() throws {
    let bench = try EngineBench()
    _ = try bench.ask(TallyTotal())
    // An error waits for nothing, and would be delivered at once.
    bench.submit(AddTally(amount: 1)) { bench.submit(AddTally(amount: 0)) }
    bench.submit(AddTally(amount: 10))
    try bench.driver.settle()
    #expect(bench.answers == ["1", "11", "Add something."])
  }

  @Test func `what waited for the space to be read is answered before what an answer submits`()
    throws
  {
    let bench = try EngineBench()
    bench.submit(TallyTotal()) { bench.submit(AddTally(amount: 5)) }
    bench.submit(TallyTotal())
    try bench.driver.settle()
    #expect(bench.answers == ["0", "0", "5"])
  }

  @Test func `an order that is given while news is told sees the state that it changed`() throws {
    let bench = try EngineBench()
    bench.bus.subscribers(of: CommittedEvent<Tallied>.self).subscribe("test") { committed in
      if committed.event.amount == 1 { bench.submit(AddTally(amount: 10)) }
    }
    bench.submit(AddTally(amount: 1))
    try bench.driver.settle()
    #expect(bench.answers == ["1", "11"])
    #expect(try bench.journal.read(space, after: 0, limit: 9).head == 2)
  }

  @Test func `an order that is given because another one failed is carried out`() throws {
    let bench = try EngineBench()
    _ = try bench.ask(TallyTotal())
    bench.submit(AddTally(amount: 1)) { bench.submit(AddTally(amount: 5)) }
    bench.submit(TallyTotal())
    #expect(bench.engine.takeBatch()?.facts.count == 1)
    bench.submit(AddTally(amount: 7))
    bench.engine.settle(.failure(full))
    #expect(bench.answers == ["The disk is full.", "The disk is full."])
    try bench.driver.settle()
    // What was decided on top of it is decided again, without it.
    #expect(bench.answers.suffix(2) == ["7", "12"])
    #expect(try bench.journal.read(space, after: 0, limit: 9).head == 2)
  }

  // MARK: Batches

  @Test func `a reply waits for what it saw, and the head for the disk`() throws {
    let bench = try EngineBench()
    _ = try bench.ask(TallyTotal())
    bench.submit(AddTally(amount: 1))
    bench.submit(TallyTotal())
    #expect(bench.answers.isEmpty)
    #expect(bench.engine.head == 0)
    let append = try #require(bench.engine.takeBatch())
    bench.submit(TallyTotal())
    bench.submit(AddTally(amount: 0))
    #expect(bench.answers.isEmpty)
    #expect(bench.engine.takeBatch() == nil)
    let results = try bench.journal.append([append])
    for result in results { bench.engine.settle(.success(result)) }
    #expect(bench.answers == ["1", "1"])
    #expect(bench.engine.head == 1)
    try bench.driver.settle()
    #expect(bench.answers == ["1", "1", "1", "Add something."])
    #expect(bench.engine.isIdle)
  }

  @Test func `after too many conflicts in a row the order is given up, and only that`() throws {
    let bench = try EngineBench()
    _ = try bench.ask(TallyTotal())
    bench.submit(AddTally(amount: 1))
    var tries = 0
    while bench.answers.isEmpty {
      if bench.engine.demand == .reading { try bench.driver.open() }
      guard bench.engine.takeBatch() != nil else { break }
      tries += 1
      bench.engine.settle(.success(.conflict(head: 0)))
    }
    #expect(tries == 201)
    let words = "Other programs keep writing to your data. Nothing was changed: try again shortly."
    #expect(bench.answers == [words])
    #expect(bench.engine.demand == .nothing)
    #expect(try bench.send(AddTally(amount: 2)).reply == 2)
  }

  @Test func `an attempt that another one superseded fails, and what was with it is kept`() throws {
    let bench = try EngineBench()
    _ = try bench.ask(TallyTotal())
    let ticket = CommandTicket(name: [1], attempt: [1])
    bench.submit(AddTally(amount: 1), ticket: ticket)
    bench.submit(AddTally(amount: 2))
    bench.submit(AddTally(amount: 4), ticket: CommandTicket(name: [2], attempt: [1]))
    let append = try #require(bench.engine.takeBatch())
    #expect(append.tickets.map(\.name) == [[1], [2]])
    bench.engine.settle(.success(.superseded(commands: [[1]])))
    try bench.driver.settle()
    #expect(bench.answers == ["CommandSuperseded()", "2", "6"])
    #expect(try bench.ask(TallyTotal()) == 6)
    #expect(bench.engine.isIdle)
  }

  @Test func `a snapshot waits for facts that are not on disk`() throws {
    let bench = try EngineBench()
    try bench.send(ImportTallies(amounts: (1...1100).map { _ in 1 }))
    #expect(bench.engine.isSnapshotDue())
    bench.submit(AddTally(amount: 1))
    #expect(!bench.engine.isSnapshotDue())
    let append = try #require(bench.engine.takeBatch())
    #expect(!bench.engine.isSnapshotDue())
    bench.submit(AddTally(amount: 1))
    for result in try bench.journal.append([append]) { bench.engine.settle(.success(result)) }
    #expect(!bench.engine.isSnapshotDue())
    try bench.driver.settle()
    #expect(bench.engine.isSnapshotDue())
    #expect(bench.engine.makeSnapshot().sequence == 1102)
    #expect(!bench.engine.isSnapshotDue())
  }

  @Test func `a snapshot is due after few facts that are large`() throws {
    let journal = MemoryJournal()
    let bench = try EngineBench(journal: journal)
    let proof = String(repeating: "1", count: 16 << 10)
    try bench.send(ImportTallies(amounts: Array(repeating: 1, count: 15), proof: proof))
    #expect(!bench.engine.isSnapshotDue())
    try bench.send(ImportTallies(amounts: [1], proof: proof))
    #expect(bench.engine.isSnapshotDue())
    let other = try EngineBench(journal: journal)
    try other.driver.open()
    #expect(other.engine.isSnapshotDue())
  }

  // MARK: Other writers

  @Test func `a sign of others is followed once nothing is under way`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    bench.submit(AddTally(amount: 1))
    let append = try #require(bench.engine.takeBatch())
    #expect(!bench.engine.beginRefreshing())
    for result in try bench.journal.append([append]) { bench.engine.settle(.success(result)) }
    // The batch was taken before the notification, so it does not cover it.
    #expect(bench.engine.isRefreshDue)
    try bench.writeElsewhere(5)
    try bench.driver.settle()
    #expect(!bench.engine.isRefreshDue)
    #expect(bench.engine.head == 3)
  }

  @Test func `a batch that left after the sign and was taken shows that nobody wrote`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    bench.submit(AddTally(amount: 1))
    #expect(!bench.engine.beginRefreshing())
    try bench.driver.settle()
    #expect(!bench.engine.isRefreshDue)
  }

  @Test func `a sign that comes when the state is unknown has the space read again`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    bench.submit(AddTally(amount: 1))
    _ = bench.engine.takeBatch()
    bench.engine.settle(.failure(full))
    #expect(bench.engine.demand == .nothing)
    #expect(!bench.engine.beginRefreshing())
    #expect(bench.engine.demand == .reading)
    try bench.driver.settle()
    #expect(bench.engine.demand == .nothing)
    #expect(bench.engine.head == 1)
  }
}
