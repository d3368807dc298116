import Core
import SampleContract

/// The latest note.
public struct SampleState: ModuleState {
  public static let foldVersion = 1

  private var note = LWWRegister("")

  public init() {}

  var text: String { note.value }

  /// Applies the fact; returns whether the note has changed.
  mutating func apply(_ fact: SampleNoteSet, at stamp: HybridTimestamp) -> Bool {
    note.set(fact.text, at: stamp)
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(note) { $0.write($1) }
  }

  public init(from reader: inout ByteReader) throws {
    note = try reader.readRegister { try $0.read() }
  }
}
