import Core

/// The note is not what it was.
public struct SampleNoteChanged: Change {
  public static let name = "sample.note-changed"

  public init() {}
}
