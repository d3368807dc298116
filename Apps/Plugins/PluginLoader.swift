import API
import Bus
import Core
import Engine
import Glibc
import Products
import TrellisSDK

/// Loads the plugins of a folder into this process, and adds them to its products.
///
/// They stay until the process ends: Swift's types and conformances cannot be unloaded.
public enum PluginLoader {
  /// The only function that a plugin's library exports.
  private static let entry = "trellis_plugin"

  /// Loads every valid plugin; must be called before anything asks for a product.
  ///
  /// - Parameters:
  ///   - isSafe: whether to skip all plugins; `TRELLIS_SAFE` does so too.
  ///   - describesRequests: whether this program describes all requests to other programs when it
  ///     starts, and so would not start with one that cannot be described.
  public static func load(
    _ folder: PluginFolder,
    isSafe: Bool = false,
    describesRequests: Bool = false
  ) -> LoadedPlugins {
    var loaded = LoadedPlugins(folder: folder, isSafe: isSafe || SafeMode.isAsked)
    for plugin in IncludedPlugins.all { ProductCatalog.show(plugin.presentation) }
    let plugins = loaded.isSafe ? [] : folder.plugins
    guard !plugins.isEmpty else { return loaded }
    if let refusal = folder.refusal {
      loaded.refusals = plugins.map { .init(name: $0.name, refusal: refusal) }
      return loaded
    }
    for plugin in plugins {
      do throws(PluginRefusal) {
        let made = try load(plugin, describesRequests)
        loaded.plugins.append(made)
      } catch {
        loaded.refusals.append(.init(name: plugin.name, refusal: error))
      }
    }
    return loaded
  }

  private static func load(
    _ installed: InstalledPlugin,
    _ describesRequests: Bool
  ) throws(PluginRefusal) -> LoadedPlugin {
    if let reason = installed.offReason {
      throw PluginRefusal(
        "plugin-off",
        "It \(reason), so it is off. To let it run again: \(installed.remedy)"
      )
    }
    let (plugin, watch) = try open(installed, describesRequests: describesRequests)
    let guarded = GuardedModules.guarding(plugin.module, watch)
    let absences = ProductCatalog.add(ProductAddition(guarded, showing: plugin.presentation))
    return LoadedPlugin(plugin: plugin, installed: installed, absences: absences)
  }

  /// Opens a library and checks its contents; its code runs from here on.
  ///
  /// - Parameter describesRequests: whether its requests must be describable. Checking it takes a
  ///   command line longer than most of its commands.
  static func open(
    _ installed: InstalledPlugin,
    describesRequests: Bool
  ) throws(PluginRefusal) -> (plugin: Plugin, watch: PluginWatch) {
    if let refusal = PluginFolder.refusal(of: installed.path) { throw refusal }
    try PluginStamp.check(installed.path)
    let watch = PluginWatch(installed)
    let plugin = try watch.run { () throws(PluginRefusal) in
      let plugin = try enter(installed, watch)
      try check(plugin, installed)
      if describesRequests { try describe(plugin.module.manifest.answers) }
      return plugin
    }
    return (plugin, watch)
  }

  private static func enter(
    _ installed: InstalledPlugin,
    _ watch: PluginWatch
  ) throws(PluginRefusal) -> Plugin {
    guard let library = dlopen(installed.path, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason is known"
      throw PluginRefusal("plugin-unloadable", "The system cannot load it (\(reason)).")
    }
    guard let symbol = dlsym(library, entry) else {
      throw PluginRefusal(
        "plugin-no-entry",
        "\(installed.path) has no function \(entry), which returns its plugin."
      )
    }
    watch.place(symbol)
    typealias Entry = @convention(c) () -> UnsafeMutableRawPointer?
    // The library's stamp shows that it was made with this SDK, whose guide gives the entry this
    // type.
    guard let made = unsafeBitCast(symbol, to: Entry.self)() else {
      throw PluginRefusal("plugin-empty", "\(installed.path) returns no plugin.")
    }
    // In the SDK with this stamp `export` returns an object; the cast determines its class.
    let object = Unmanaged<AnyObject>.fromOpaque(made).takeRetainedValue()
    guard let box = object as? PluginBox else {
      throw PluginRefusal(
        "plugin-own-kernel",
        "\(installed.path) brings a copy of Trellis’ kernel of its own. Link it to the product "
          + "TrellisSDK alone."
      )
    }
    return box.plugin
  }

  private static func check(
    _ plugin: Plugin,
    _ installed: InstalledPlugin
  ) throws(PluginRefusal) {
    guard plugin.name == installed.name else {
      throw PluginRefusal(
        "plugin-other-name",
        "Its module is called \(plugin.name), so its file has to be called lib\(plugin.name).so."
      )
    }
    if let presentation = plugin.presentation, presentation.module != plugin.name {
      throw PluginRefusal(
        "plugin-other-presentation",
        "What it shows belongs to a module called \(presentation.module), and its own is called "
          + "\(plugin.name)."
      )
    }
    let modules = ProductCatalog.products.flatMap(\.modules).map { $0.manifest.name }
    guard !ProgramNames.contain(address: plugin.name), !modules.contains(plugin.name) else {
      throw PluginRefusal(
        "plugin-name-taken",
        "A part of Trellis is called \(plugin.name) already: the plugin needs another name."
      )
    }
    do {
      // Checked alone, so that an error in it does not prevent other modules from running.
      _ = try ModuleSet([plugin.module], on: Bus(), standIns: Set(plugin.module.manifest.needs))
    } catch { throw PluginRefusal("plugin-manifest", error.description) }
  }

  /// Checks that each request can be described to other programs.
  private static func describe(_ requests: [any Request.Type]) throws(PluginRefusal) {
    let registry = SchemaRegistry()
    for request in requests {
      do {
        _ = try APIOperation(request, in: registry).description(in: registry)
      } catch {
        throw PluginRefusal(
          "plugin-undescribed",
          "Its request \(request.name) cannot be described to other programs (\(error)). Its types "
            + "are decoded once with made-up values: leave their coding to the compiler, or code them "
            + "as one text or number, with SchemaDescribing."
        )
      }
    }
  }
}

/// The plugins of this process.
public struct LoadedPlugins: Sendable {
  public let folder: PluginFolder
  /// Whether all plugins were skipped, as the person asked.
  public let isSafe: Bool
  public internal(set) var plugins: [LoadedPlugin] = []
  /// The plugins in the folder that could not be loaded.
  public internal(set) var refusals: [Refused] = []

  public struct Refused: Sendable {
    public let name: String
    public let refusal: PluginRefusal
  }

  init(folder: PluginFolder, isSafe: Bool) {
    self.folder = folder
    self.isSafe = isSafe
  }

  /// Reports for each plugin that it is loaded, or why it is not.
  ///
  /// - Parameters:
  ///   - note: receives what is in order.
  ///   - warn: receives what a person should know.
  public func report(_ note: (String) -> Void, _ warn: (String) -> Void) {
    for plugin in plugins { note("the plugin \(plugin.name) is loaded") }
    warnings.forEach(warn)
  }

  /// What a person should know about plugins that are not loaded, in one or two sentences each.
  public var warnings: [String] {
    refusals.map { "The plugin \($0.name) is not loaded. \($0.refusal)" }
  }

  /// The services of the plugins that are part of a product.
  public func services(of product: String) -> [(name: String, service: any PluginService.Type)] {
    let loaded = plugins.filter { $0.absences[product] == nil }.map(\.plugin)
    return (IncludedPlugins.all.part(of: product) + loaded).compactMap { plugin in
      plugin.service.map { (plugin.name, $0) }
    }
  }
}

/// A plugin in this process.
public struct LoadedPlugin: Sendable {
  public let plugin: Plugin
  public let installed: InstalledPlugin
  /// Why it is not part of a product, by the product's name.
  public let absences: [String: String]

  public var name: String { installed.name }
}
