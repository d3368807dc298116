import Core

/// The user wrote the note.
public struct SampleNoteSet: Fact {
  public static let name = "sample.note-set"

  public let text: String

  public init(text: String) { self.text = text }

  public var entity: EntityID? { nil }
}
