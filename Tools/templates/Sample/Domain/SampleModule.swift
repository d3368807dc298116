import Core
import SampleContract

/// Stores one note.
public struct SampleModule: Module {
  public typealias State = SampleState

  public static let manifest = Manifest(
    name: "sample",
    version: "1.0.0",
    summary: "Keeps one note.",
    kernel: KernelVersion(2, 1),
    needs: [],
    owns: [SampleNoteSet.self],
    publishes: [SampleNoteChanged.self],
    answers: [CurrentSampleNote.self, SetSampleNote.self]
  )

  static let longestNote = 500

  public static func register(in host: inout some ModuleHost<SampleState>) {
    host.fold(SampleNoteSet.self) { state, fact, context in
      if state.apply(fact, at: context.stamp) { context.emit(SampleNoteChanged()) }
    }
    host.answer(CurrentSampleNote.self) { state, _, _ in SampleNote(text: state.text) }
    host.decide(SetSampleNote.self, setNote) { state, _, _ in SampleNote(text: state.text) }
  }

  private static func setNote(
    _ state: SampleState,
    _ command: SetSampleNote,
    _ context: RequestContext
  ) throws -> Decision {
    guard command.text.count <= longestNote else {
      throw DomainError(
        "note-too-long",
        "A note may have up to \(longestNote) characters. Nothing was changed."
      )
    }
    return command.text == state.text ? .unchanged : [SampleNoteSet(text: command.text)]
  }
}
