import Core
import FileSystem
import Glibc

/// Copies plugins into a folder, and removes them.
public struct PluginInstaller: Sendable {
  let folder: PluginFolder

  public init(_ folder: PluginFolder) { self.folder = folder }

  /// Returns the library at `path`: the file itself, or the newest one in a package or folder.
  ///
  /// - Throws: a ``DomainError`` if there is none.
  public static func library(at path: String) throws -> String {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw DomainError(
        "plugin-missing",
        "There is no file or folder \(path). Nothing was changed."
      )
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return path }
    let places = ["\(path)/.build/release", "\(path)/.build/debug", path]
    let found = places.flatMap { place in
      ((try? FolderListing.names(in: place)) ?? [])
        .filter { InstalledPlugin.name(of: $0) != nil && $0 != "libTrellisSDK.so" }
        .map { "\(place)/\($0)" }
    }
    guard let newest = found.max(by: { written($0) < written($1) }) else {
      throw DomainError(
        "plugin-not-built",
        "There is no plugin in \(path). Nothing was changed: build it there first, by  swift build"
      )
    }
    return newest
  }

  /// When a file was last written, for comparison.
  private static func written(_ path: String) -> (Int, Int) {
    var status = stat()
    return stat(path, &status) == 0 ? (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) : (0, 0)
  }

  /// Copies an inspected library into the folder, and replaces an older one of its name.
  ///
  /// - Throws: a ``DomainError`` if it cannot be read or written.
  public func add(_ library: String, named name: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try FileContents.read(library, limit: PluginStamp.largest, allowsPipes: false)
    } catch {
      throw DomainError(
        "plugin-unreadable",
        "\(library) cannot be read (\(error)). Nothing was changed."
      )
    }
    let plugin = InstalledPlugin(name: name, folder: folder.path)
    do throws(FileError) {
      try Folder.create(folder.path)
      try AtomicFile.write(bytes, to: plugin.path)
    } catch {
      throw DomainError(
        "plugins-unwritable",
        "\(folder.path) cannot be written (\(error)). Nothing was changed."
      )
    }
    plugin.allow()
  }

  /// Removes a plugin from the folder; entries made with it stay.
  ///
  /// - Throws: a ``DomainError`` if there is none of that name, or it cannot be removed.
  public func remove(_ name: String) throws {
    let plugin = try plugin(named: name)
    guard unlink(plugin.path) == 0 else {
      throw DomainError(
        "plugins-unwritable",
        "\(plugin.path) cannot be removed (\(FileError(code: errno))). Nothing was changed."
      )
    }
    plugin.allow()
  }

  /// - Throws: a ``DomainError`` that lists the available plugins.
  public func plugin(named name: String) throws -> InstalledPlugin {
    if let plugin = folder.plugin(named: name) { return plugin }
    let names = folder.plugins.map(\.name)
    throw DomainError(
      "no-such-plugin",
      "There is no plugin “\(name)” in \(folder.path). "
        + (names.isEmpty ? "There is none at all." : "There are: \(names.joined(separator: ", ")).")
        + " Nothing was changed."
    )
  }
}
