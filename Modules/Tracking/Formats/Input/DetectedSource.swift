import Core
import TrackingContract

/// A file or folder whose format is known, ready to be read.
struct DetectedSource {
  private enum Content {
    case loopDatabase(LoopDatabase)
    case loopExport(LoopCSV)
    case harsh(HarshReader)
    case json(ImportJSON, ImportFormat)
    case table(TableReader)
  }

  private let content: Content
  private let limits: ImportLimits

  private static let known =
    "Backups and CSV exports of Loop Habit Tracker, the files of harsh, the JSON exports of "
    + "Beaver Habits, Table Habit, Habitica, HabitKit and Trellis, and tables in CSV can be read"

  /// - Parameter expected: the format that the user named; used if the contents are ambiguous.
  init(
    _ file: ImportFile,
    expected: ImportFormat?,
    limits: ImportLimits
  ) throws(FormatError) {
    self.limits = limits
    content =
      switch try file.kind() {
      case .folder: try DetectedSource.folder(file, limits: limits)
      case .file: try DetectedSource.file(file, expected: expected, limits: limits)
      }
  }

  var format: ImportFormat {
    switch content {
    case .loopDatabase, .loopExport: .loop
    case .harsh: .harsh
    case .json(_, let format): format
    case .table: .csv
    }
  }

  /// What the table looks like; nil if it is not a table.
  var outline: TableOutline? {
    guard case .table(let reader) = content else { return nil }
    return reader.outline()
  }

  /// - Parameters:
  ///   - columns: the columns of a table.
  ///   - zone: the person's zone, for files with moments instead of days.
  func read(_ columns: TableColumns, zone: Zone?) throws(FormatError) -> ImportedHistory {
    switch content {
    case .loopDatabase(let database): return try database.read()
    case .loopExport(let export): return try export.read()
    case .harsh(let reader): return try reader.read()
    case .json(let json, .tableHabit):
      var reader = TableHabitReader(json, limits: limits)
      return try reader.read()
    case .json(let json, .habitica):
      var reader = HabiticaReader(json, limits: limits, zone: zone)
      return try reader.read()
    case .json(let json, .habitKit):
      var reader = HabitKitReader(json, limits: limits)
      return try reader.read()
    case .table(let reader): return try reader.read(columns)
    case .json(let json, _):
      var reader = BeaverReader(json, limits: limits)
      return try reader.read()
    }
  }

  private static func folder(
    _ file: ImportFile,
    limits: ImportLimits
  ) throws(FormatError) -> Content {
    let tree = try FolderTree(file, limits: limits)
    if LoopCSV.list(in: tree.paths) != nil {
      return .loopExport(try LoopCSV(tree, name: file.name, limits: limits))
    }
    if let harsh = try HarshReader(file, limits: limits) { return .harsh(harsh) }
    throw file.error(
      "in this folder there is neither a Habits.csv of Loop nor 'habits' and 'log' of harsh. "
        + known
    )
  }

  private static func file(
    _ file: ImportFile,
    expected: ImportFormat?,
    limits: ImportLimits
  ) throws(FormatError) -> Content {
    let bytes = try WideText.narrowed(try file.bytes(limit: limits.fileBytes), name: file.name)
    guard !bytes.isEmpty else { throw file.error("this file is empty") }
    if let words = OtherFile.words(bytes) { throw file.error(words) }
    if expected == .csv {
      return .table(try TableReader(bytes, name: file.name, limits: limits))
    }
    if bytes.starts(with: LoopDatabase.signature) {
      return .loopDatabase(try LoopDatabase(file, bytes: bytes, limits: limits))
    }
    if bytes.starts(with: ZipTree.signature) {
      let tree = try ZipTree(bytes, name: file.name, limits: limits)
      if let words = OtherFile.words(archiveOf: tree.paths) { throw file.error(words) }
      return .loopExport(try LoopCSV(tree, name: file.name, limits: limits))
    }
    let first = bytes.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }.first
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return try json(try ImportJSON(bytes, name: file.name), expected: expected)
    }
    if let harsh = try HarshReader(file, limits: limits) { return .harsh(harsh) }
    if let words = known(first: first, name: file.name) { throw file.error(words) }
    guard TableReader.canRead(bytes) else {
      // Text in another encoding is reported as such; other bytes are not text at all.
      if !bytes.contains(0) { _ = try ImportText(bytes, name: file.name) }
      throw file.error("this is not a file of a program that is known here. \(known)")
    }
    return .table(try TableReader(bytes, name: file.name, limits: limits))
  }

  private static func json(
    _ json: ImportJSON,
    expected: ImportFormat?
  ) throws(FormatError) -> Content {
    let names = json.topNames
    if names.contains("data") || names.contains("user_email") { return .json(json, .beaver) }
    if names.contains("tasks"), !names.isDisjoint(with: ["preferences", "auth", "stats"]) {
      return .json(json, .habitica)
    }
    if names.isSuperset(of: ["habits", "completions"]) { return .json(json, .habitKit) }
    guard names.contains("habits") else {
      let list = names.sorted().prefix(6).map { quoted($0) }.joined(separator: ", ")
      throw json.error(
        names.isEmpty
          ? "this is JSON, but not of a program that is known here. \(known)"
          : "this is JSON of another program; it holds \(list). \(known)"
      )
    }
    let sample = try json.decode(HabitSample.List.self).habits
    if sample.contains(where: \.isTableHabit) { return .json(json, .tableHabit) }
    if names.contains("order") || sample.contains(where: \.isBeaver) { return .json(json, .beaver) }
    if let expected, [.tableHabit, .beaver].contains(expected) { return .json(json, expected) }
    throw json.error("no habit in it shows which program wrote it")
  }

  /// What the file is instead, if that is known.
  private static func known(first: UInt8?, name: String) -> String? {
    if first == UInt8(ascii: "<") {
      return
        "this is a web page or XML, not an export; it may be what a server sent instead. \(known)"
    }
    if name == "Habits.csv" || name == "Checkmarks.csv" {
      return "this is one table of an export of Loop; choose the folder that holds Habits.csv, or "
        + "the archive from which it was unpacked"
    }
    return nil
  }
}

/// The part of a habit that distinguishes Table Habit from Beaver Habits.
private struct HabitSample: Decodable {
  struct List: Decodable { let habits: [HabitSample] }

  let isTableHabit: Bool
  let isBeaver: Bool

  private enum CodingKeys: String, CodingKey {
    case name, records
    case freq_type, daily_goal, start_date, target_days
    case tags, star, period, id
  }

  init(from decoder: any Decoder) throws {
    let keys = Set(try decoder.container(keyedBy: CodingKeys.self).allKeys)
    let isEither = keys.isSuperset(of: [.name, .records])
    isTableHabit =
      isEither && !keys.isDisjoint(with: [.freq_type, .daily_goal, .start_date, .target_days])
    isBeaver = isEither && !isTableHabit && !keys.isDisjoint(with: [.tags, .star, .period, .id])
  }
}
