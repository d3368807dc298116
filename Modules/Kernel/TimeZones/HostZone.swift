import Glibc

/// The time zone that a computer is set to.
///
/// It is the variable `TZ`, or else the link `/etc/localtime`, or else `/etc/timezone`, or else
/// UTC. A rule in `TZ` such as `CET-1CEST,M3.5.0,M10.5.0` names no zone and is ignored.
public struct HostZone {
  var variable: String? = environment("TZ")
  var link = "/etc/localtime"
  var file = "/etc/timezone"
  var database = ZoneDatabase.shared

  /// Uses this computer's own settings.
  public init() {}

  init(variable: String?, link: String, file: String, database: ZoneDatabase) {
    self.variable = variable
    self.link = link
    self.file = file
    self.database = database
  }

  /// A name that the database contains.
  public var identifier: String {
    // The C library treats an empty variable as UTC.
    if variable == "" || variable == ":" { return "UTC" }
    for name in [variable.flatMap(nameOfVariable), nameOfLink(link), nameInFile] {
      if let name, (try? database.table(of: name)) != nil { return name }
    }
    return "UTC"
  }

  private func nameOfVariable(_ value: String) -> String? {
    let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
    guard text.hasPrefix("/") else { return text }
    return nameInPath(text) ?? nameOfLink(text)
  }

  private func nameOfLink(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = buffer.prefix(count).map { UInt8(bitPattern: $0) }
    if let name = nameInPath(String(decoding: target, as: UTF8.self)) { return name }
    // A link may lead to a link: only the last target is in the database.
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return nameInPath(String(cString: resolved))
  }

  /// What follows the last folder named `zoneinfo`, without the variants inside of it.
  private func nameInPath(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].drop { $0 == "posix" || $0 == "right" }
    return name.isEmpty ? nil : name.joined(separator: "/")
  }

  private var nameInFile: String? {
    guard let bytes = contentsOfFile(file, limit: 4096) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }
}
