import Core
import FileSystem
import Glibc
import Locks

/// The files that a plugin keeps on one device, such as a password.
///
/// They are neither synced nor exported. They are in a folder that only the person can read, and
/// are removed when the person erases everything.
public struct PluginFiles: Sendable {
  /// The name of the folder in a home that has a folder for each plugin.
  public static let folderName = "plugin-files"

  private static let largest = 1 << 20
  private static let home = Locked("")

  /// The folder, which need not exist yet.
  public let path: String

  /// - Parameters:
  ///   - plugin: its name.
  ///   - home: the folder with the person's data.
  public init(of plugin: String, in home: String) {
    path = "\(home)/\(PluginFiles.folderName)/\(plugin)"
  }

  /// The files of a plugin in the home of this program.
  ///
  /// - Throws: a `DomainError` where the program has no home, such as on a server.
  public static func own(_ plugin: String) throws -> PluginFiles {
    let home = home.withLock { $0 }
    guard !home.isEmpty else {
      throw DomainError(
        "no-plugin-files",
        "This is kept on a device of your own, and this program has none. Nothing was changed: do it "
          + "with trellis on your computer."
      )
    }
    return PluginFiles(of: plugin, in: home)
  }

  /// Sets the home of this program; the program calls this before it loads plugins.
  public static func use(home path: String) { home.withLock { $0 = path } }

  /// Creates the folder unless it exists, so that changes in it can be followed.
  ///
  /// - Throws: a `DomainError` when it cannot be made.
  public func prepare() throws {
    do throws(FileError) { try makeFolder() } catch { throw unwritable(path, error) }
  }

  private func makeFolder() throws(FileError) { try Folder.create(path) }

  /// The text of a file; nil if there is none.
  ///
  /// - Throws: a `DomainError` for a file that others can read or change, or that cannot be read.
  public func text(_ name: String) throws -> String? {
    let file = "\(path)/\(name)"
    do {
      if let bytes = try PrivateFile.read(file, limit: PluginFiles.largest) {
        return String(decoding: bytes, as: UTF8.self)
      }
    } catch {
      throw DomainError("plugin-file-unreadable", "\(file) cannot be read (\(error)).")
    }
    guard access(file, F_OK) == 0 else { return nil }
    throw DomainError(
      "plugin-file-open",
      "\(file) can be read or changed by other users of this machine, so it is not used. If it is as "
        + "you want it: chmod 600 \(file)"
    )
  }

  /// Writes a file that only the person can read, replacing an earlier one.
  ///
  /// - Throws: a `DomainError` when it cannot be written; an earlier file is then unchanged.
  public func write(_ text: String, to name: String) throws {
    let file = "\(path)/\(name)"
    do throws(FileError) {
      try makeFolder()
      try AtomicFile.write(Array(text.utf8), to: file)
    } catch { throw unwritable(file, error) }
  }

  private func unwritable(_ file: String, _ error: FileError) -> DomainError {
    DomainError(
      "plugin-file-unwritable",
      "\(file) cannot be written (\(error)). Nothing was changed."
    )
  }

  /// Removes a file, if there is one.
  public func remove(_ name: String) { unlink("\(path)/\(name)") }
}
