import FileSystem
import Glibc

/// The folder that a program loads plugins from.
public struct PluginFolder: Sendable {
  public let path: String
  /// Whether it is a server's, which no command of `trellis` knows.
  private let isOfServer: Bool

  public init(path: String, isOfServer: Bool = false) {
    self.path = path
    self.isOfServer = isOfServer
  }

  /// The folder in `TRELLIS_PLUGINS`, else that of a home.
  ///
  /// - Parameter home: the folder with the person's data, or that of the server.
  public init(of home: String, isOfServer: Bool = false) {
    let chosen = getenv("TRELLIS_PLUGINS").map { String(cString: $0) } ?? ""
    self.init(path: chosen.isEmpty ? "\(home)/plugins" : chosen, isOfServer: isOfServer)
  }

  /// The plugins in the folder, by name; none without a folder.
  public var plugins: [InstalledPlugin] {
    let names = (try? FolderListing.names(in: path)) ?? []
    return names.compactMap(InstalledPlugin.name).sorted().map {
      InstalledPlugin(name: $0, folder: path, isOfServer: isOfServer)
    }
  }

  public func plugin(named name: String) -> InstalledPlugin? { plugins.first { $0.name == name } }

  /// Why other users of this machine could have written to the folder; nil if they could not.
  var refusal: PluginRefusal? { PluginFolder.refusal(of: path) }

  /// Why a file or folder may be another user's work; nil if it is the person's or the system's.
  static func refusal(of path: String) -> PluginRefusal? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let isOwn = status.st_uid == geteuid() || status.st_uid == 0
    let isShared = status.st_mode & S_IWGRP != 0 && !isPrivate(group: status.st_gid)
    if isOwn, !isShared, status.st_mode & S_IWOTH == 0 { return nil }
    return PluginRefusal(
      "plugin-not-yours",
      "\(path) can be changed by other users of this machine, and a plugin can do whatever you can. "
        + "If you trust it, make it your own with  chmod go-w \(path) ."
    )
  }
}

extension PluginFolder {
  /// Whether nobody but the person is in a group.
  ///
  /// Many systems give each person such a group, which may change all files that they create.
  static func isPrivate(group: gid_t) -> Bool {
    guard let group = getgrgid(group)?.pointee, let person = getpwuid(geteuid())?.pointee,
      strcmp(group.gr_name, person.pw_name) == 0
    else { return false }
    var member = group.gr_mem
    while let name = member?.pointee {
      guard strcmp(name, person.pw_name) == 0 else { return false }
      member = member?.successor()
    }
    return true
  }
}

/// A plugin's library, in a folder of plugins or elsewhere.
public struct InstalledPlugin: Sendable {
  public let name: String
  public let path: String
  /// The file that disables it, which contains the reason.
  let mark: String
  /// The command that enables it again.
  let remedy: String

  init(name: String, folder: String, isOfServer: Bool = false) {
    self.name = name
    path = "\(folder)/lib\(name).so"
    mark = path + ".off"
    remedy = isOfServer ? "rm \(mark)" : "trellis plugins allow \(name)"
  }

  /// A library that is only inspected, and never disabled; nil if its name is not that of a plugin.
  init?(lookingAt path: String) {
    guard let name = InstalledPlugin.name(of: PathParts(path).name) else { return nil }
    self.name = name
    // The system searches its own folders for a library whose path has no slash.
    self.path = path.contains("/") ? path : "./\(path)"
    mark = "/dev/null"
    remedy = "trellis plugins allow \(name)"
  }

  /// `mood` for `libmood.so`; nil for other files.
  static func name(of file: String) -> String? {
    guard file.hasPrefix("lib"), file.hasSuffix(".so"), file.utf8.count > 6 else { return nil }
    return String(file.dropFirst(3).dropLast(3))
  }

  /// Why it is disabled, such as “crashed”; nil if it is not.
  public var offReason: String? {
    guard access(mark, F_OK) == 0 else { return nil }
    let bytes = (try? FileContents.read(mark, limit: 4096, allowsPipes: false)) ?? []
    let words = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return words.isEmpty ? "was switched off" : words
  }

  /// Disables it from the next start on.
  ///
  /// - Returns: whether it is: the folder may belong to somebody else, or the disk be full.
  @discardableResult
  func turnOff(_ reason: String) -> Bool {
    (try? AtomicFile.write(Array("\(reason)\n".utf8), to: mark)) != nil
  }

  /// Enables it again.
  public func allow() { unlink(mark) }
}
