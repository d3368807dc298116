import Core
import Testing

/// Requires what is promised of bytes that may be damaged: they are refused as malformed, or they
/// are a state that is written, and read again, as the same.
package func expectRefusedOrKept<State: ModuleState>(
  _ type: State.Type,
  _ bytes: [UInt8],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var reader = ByteReader(bytes)
  let state: State
  do { state = try State(from: &reader) } catch {
    #expect(error is ByteReader.Malformed, sourceLocation: sourceLocation)
    return
  }
  let written = snapshot(of: state)
  reader = ByteReader(written)
  let again = try State(from: &reader)
  #expect(reader.isAtEnd, sourceLocation: sourceLocation)
  #expect(snapshot(of: again) == written, sourceLocation: sourceLocation)
}

private func snapshot(of state: some ModuleState) -> [UInt8] {
  var writer = ByteWriter()
  state.write(to: &writer)
  return writer.bytes
}
