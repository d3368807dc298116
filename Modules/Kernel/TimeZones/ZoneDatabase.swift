import FileSystem
import Glibc
import Locks

/// A folder of compiled time zones, and the tables read from it so far.
public final class ZoneDatabase: Sendable {
  /// The system's database: `$TZDIR`, or the usual folder of Linux systems.
  public static let shared = ZoneDatabase(folder: folderOfSystem)

  private static var folderOfSystem: String {
    guard let folder = environment("TZDIR"), !folder.isEmpty else { return "/usr/share/zoneinfo" }
    return folder
  }

  /// The names of UTC itself, which need no database.
  private static let universal: Set<String> = ["UTC", "Etc/UTC", "GMT"]

  public let folder: String
  private let tables = Locked<[String: ZoneTable]>([:])

  /// Creates a database that reads zones below `folder` on demand.
  public init(folder: String) { self.folder = folder }

  /// Returns the table of a zone, which is read from disk the first time.
  ///
  /// UTC, Etc/UTC and GMT need no database.
  public func table(of identifier: String) throws(ZoneError) -> ZoneTable {
    if ZoneDatabase.universal.contains(identifier) { return .utc }
    if let known = tables.withLock({ $0[identifier] }) { return known }
    guard ZoneDatabase.isName(identifier), let bytes = file(identifier) else {
      throw .unknown(identifier, folder: folder)
    }
    let table = try parsed(bytes, identifier)
    // Two threads may both have read it; all values of a zone share the table stored first.
    return tables.withLock { kept in
      if let earlier = kept[identifier] { return earlier }
      kept[identifier] = table
      return table
    }
  }

  /// Whether there is a file for a zone with that name.
  public func contains(_ identifier: String) -> Bool {
    ZoneDatabase.isName(identifier) && file(identifier) != nil
  }

  private func parsed(_ bytes: [UInt8], _ identifier: String) throws(ZoneError) -> ZoneTable {
    do {
      return try TZif.parse(bytes)
    } catch .notTZif {
      throw .unknown(identifier, folder: folder)
    } catch .countsLeapSeconds {
      throw .countsLeapSeconds(identifier)
    } catch {
      throw .damaged(identifier, folder: folder)
    }
  }

  private func file(_ identifier: String) -> [UInt8]? {
    contentsOfFile("\(folder)/\(identifier)", limit: 1 << 20)
  }

  /// Whether this can be the name of a zone and stays within the folder.
  ///
  /// Source: "Theory and pragmatics of the tz code and data", names of timezones.
  static func isName(_ text: String) -> Bool {
    // The host's own setting is not a name: it would mean another zone on another computer.
    guard text.utf8.count <= 255, text != "localtime", text != "posixrules" else { return false }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        && part.allSatisfy(isNameByte)
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "+-_.".utf8.contains(byte)
    }
  }
}

extension ZoneDatabase {
  /// What to tell a user who gave a name that no zone has.
  public func advice(for identifier: String) -> ZoneError.Advice {
    let names = listed
    guard !names.isEmpty else {
      return contains("Europe/Vienna") ? .format : .noDatabase(folder: folder)
    }
    return nearest(to: identifier, among: names).map { .nearest($0) } ?? .format
  }

  /// The zones that people choose among, in the order of their names; none without a database.
  ///
  /// Source: `zone.tab` of the tz database, which has one or more zones for each country.
  public var listed: [String] {
    guard let list = contentsOfFile("\(folder)/zone.tab", limit: 1 << 20) else { return [] }
    // Lines of country, coordinates, name and optionally a comment, separated by tabs.
    let names = list.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
      guard line.first != UInt8(ascii: "#") else { return nil }
      let columns = line.split(separator: UInt8(ascii: "\t"))
      return columns.count >= 3 ? String(decoding: columns[2], as: UTF8.self) : nil
    }
    return names.sorted()
  }

  /// The listed zone of the same city, ignoring case and area.
  private func nearest(to identifier: String, among names: [String]) -> String? {
    func city(_ name: String) -> String {
      let last = name.lowercased().split(separator: "/").last ?? ""
      return String(last.map { $0 == " " ? "_" : $0 })
    }
    let wanted = city(identifier)
    return wanted.isEmpty ? nil : names.first { city($0) == wanted }
  }
}

/// A variable of the process's environment.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The bytes of a regular file of at most `limit` bytes; nil if it cannot be read.
func contentsOfFile(_ path: String, limit: Int) -> [UInt8]? {
  try? FileContents.read(path, limit: limit, allowsPipes: false)
}
