import Core
import EngineDriving
import Journals
import Locks
import Loop
import Runtime
import TestKit
import Testing

/// What another program erases while this one writes alarms alone.
@Suite struct ErasureByOthersTests {
  @Test func `a conflict of an alarm still tells what others have erased`() async throws {
    let (journal, clock) = (MemoryJournal(), ManualClock(noon))
    let first = try start([NoteModule.self], journal, clock: clock)
    try await first.send(WriteNote())
    let heard = SharedLocked(0)
    let subscription = await LoopActor.run {
      first.observe(NoteGone.self, as: "test") { _ in heard.withLock { $0 += 1 } }
    }
    try await start([NoteModule.self], journal).send(EraseNote())
    // The alarm ends without a fact, after rows that this program has not read.
    clock.set(noon.advanced(bySeconds: 60))
    _ = try await first.handleDueAlarms()
    await LoopActor.run {}
    #expect(heard.withLock { $0 } == 1)
    #expect(journal.alarms.isEmpty)
    withExtendedLifetime(subscription) {}
  }
}

/// Keeps a note, and is woken a minute after it was written.
private enum NoteModule: Module {
  typealias State = TallyState

  static let manifest = Manifest(
    name: "note",
    version: "1.0.0",
    summary: "Keeps a note.",
    kernel: KernelVersion(2, 0),
    owns: [NoteWritten.self, NoteErased.self],
    publishes: [NoteGone.self],
    answers: [WriteNote.self, EraseNote.self]
  )

  static let note = EntityID(rawValue: 1)

  static func register(in host: inout some ModuleHost<TallyState>) {
    host.fold(NoteWritten.self) { state, _, context in
      state.total = 1
      context.setAlarm("look", at: context.stamp.clock.instant.advanced(bySeconds: 60))
    }
    host.fold(NoteErased.self) { state, _, context in
      if state.total == 1 { context.emit(NoteGone()) }
      state.total = 0
    }
    host.decide(WriteNote.self) { _, _, _ in
      [NoteWritten()]
    } reply: { state, _, _ in
      state.total
    }
    host.decide(EraseNote.self) { _, _, _ in
      [NoteErased()]
    } reply: { state, _, _ in
      state.total
    }
    host.wake { _, _, _ in .unchanged }
  }
}

private struct NoteWritten: Fact {
  static let name = "note.written"
  var entity: EntityID? { NoteModule.note }
}

private struct NoteErased: ErasingFact {
  static let name = "note.erased"
  var entity: EntityID? { NoteModule.note }
}

private struct NoteGone: Change, IntegrationEvent {
  static let summary = "The note was erased."
  static let name = "note.gone"
}

private struct WriteNote: Command {
  typealias Reply = Int
  static let name = "note.write"
  static let summary = "Writes the note."
}

private struct EraseNote: Command {
  typealias Reply = Int
  static let name = "note.erase"
  static let summary = "Erases the note."
}
