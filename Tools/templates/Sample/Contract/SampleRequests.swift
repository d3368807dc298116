import Core

/// The current note.
public struct SampleNote: Codable, Sendable, Equatable {
  /// Empty until one is written.
  public let text: String

  public init(text: String) { self.text = text }
}

public struct CurrentSampleNote: Query {
  public typealias Reply = SampleNote
  public static let name = "sample.current-note"
  public static let summary = "The note."

  public init() {}
}

/// Rejected with `note-too-long` above 500 characters.
public struct SetSampleNote: Command {
  public typealias Reply = SampleNote
  public static let name = "sample.set-note"
  public static let summary = "Writes the note."

  public let text: String

  public init(text: String) { self.text = text }
}
