import CSystemd
import Loop

/// The functions of sd-bus, loaded when a bus is first looked for.
@LoopActor
package enum SDBus {
  /// The file name on systems with systemd.
  private static let library = "libsystemd.so.0"

  private static var loaded: sd_bus_table?

  /// Loads the library of that name.
  ///
  /// - Throws: ``DBusError/noBus(_:)`` if there is none.
  package static func load(_ library: String) throws(DBusError) -> sd_bus_table {
    guard let table = sd_bus_table_load(library) else {
      throw .noBus("this system lacks the library libsystemd, which speaks to it")
    }
    return table.pointee
  }

  /// Retries after a failure, so that a library installed meanwhile is found.
  static func shared() throws(DBusError) -> sd_bus_table {
    if let loaded { return loaded }
    let functions = try load(library)
    loaded = functions
    return functions
  }
}
