import Core

/// A loaded module, type-erased.
final class LoadedModule: Sendable {
  let manifest: Manifest
  let name: String
  /// Its index in the set, which is also the index of its state in a space.
  let index: Int
  let foldVersion: Int
  let makeState: @Sendable () -> any StateBoxing
  let readState: @Sendable (inout ByteReader) throws -> any StateBoxing

  init<M: Module>(_ module: M.Type, index: Int) {
    manifest = M.manifest
    name = M.manifest.name
    self.index = index
    foldVersion = M.State.foldVersion
    makeState = { StateBox(M.State()) }
    readState = { StateBox(try M.State(from: &$0)) }
  }
}

/// One module's state of one space, in a class so that folding changes it in place.
protocol StateBoxing: AnyObject {
  func write(to writer: inout ByteWriter)
}

final class StateBox<State: ModuleState>: StateBoxing {
  var value: State

  init(_ value: State) { self.value = value }

  func write(to writer: inout ByteWriter) { value.write(to: &writer) }
}
