import Commands
import Core

/// What a plugin adds to a program: a module, what it shows, and work of its own.
///
/// A plugin's library has one entry, which returns it:
///
/// ```swift
/// @_cdecl("trellis_plugin")
/// public func plugin() -> UnsafeMutableRawPointer {
///   export(Plugin(MoodModule.self, showing: MoodPresentation.self))
/// }
/// ```
///
/// A plugin is trusted code: it can do whatever the person who runs the program can do.
public struct Plugin: Sendable {
  /// Its module, whose manifest says what it reads, stores, publishes and answers.
  public let module: any Module.Type
  /// What the module shows in terminals, and on pages if it is a `PagePresentation` too.
  public let presentation: (any CommandPresentation.Type)?
  /// What runs beside the space while a program keeps it open.
  public let service: (any PluginService.Type)?

  public init(
    _ module: any Module.Type,
    showing presentation: (any CommandPresentation.Type)? = nil,
    running service: (any PluginService.Type)? = nil
  ) {
    self.module = module
    self.presentation = presentation
    self.service = service
  }

  /// The name of its module, and of its library: `lib<name>.so`.
  public var name: String { module.manifest.name }
}

/// Carries a plugin from its library to the program.
///
/// A library with its own kernel makes a box of another class, by which the program detects it.
public final class PluginBox: Sendable {
  public let plugin: Plugin
  /// The stamp of the SDK that the plugin was compiled against.
  public let stamp: String

  init(_ plugin: Plugin, stamp: StaticString) {
    self.plugin = plugin
    self.stamp = stamp.description
  }
}
