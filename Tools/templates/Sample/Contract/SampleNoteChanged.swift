import Core

/// The note has changed.
public struct SampleNoteChanged: Change {
  public static let name = "sample.note-changed"

  public init() {}
}
