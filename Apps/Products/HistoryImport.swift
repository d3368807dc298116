import Commands
import Core
import Journals
import Presentation
import SobrietyContract
import SocialContract
import TrackingContract
import TrackingFormats

/// History from a file, read and validated, ready to be imported.
///
/// Used by both the command line and the data page.
public struct HistoryImport: Sendable {
  private enum Content: Sendable {
    /// The history of another app.
    case habits(ImportedHistory)
    /// A Trellis export that was checked completely.
    case archive(RereadableFile, entries: Int, product: Product?)
  }

  /// The names of the apps whose files can be imported.
  public static let sources = ImportFormat.allCases.map(\.rawValue) + [ownSource]
  /// The name for an export of this program among these.
  static let ownSource = "trellis"

  private let content: Content

  /// Reads and validates a file or folder; nothing is changed.
  ///
  /// - Parameters:
  ///   - source: the app it comes from, one of ``sources``; nil to detect it.
  ///   - columns: the roles of a table's columns, as far as the person named them.
  ///   - zone: the person's zone, for files that have moments instead of days.
  /// - Throws: a `DomainError` or `FormatError` that describes the problem and its place.
  public static func read(
    path: String,
    source: String?,
    columns: TableColumns? = nil,
    zone: Zone,
    for product: Product
  ) async throws -> HistoryImport {
    let file = try RereadableFile(path)
    if isArchive(file, source) {
      guard columns == nil else { throw namedColumns(of: name(of: path)) }
      return try archive(file)
    }
    guard product.takesHabits else {
      // An unreadable file is reported as such.
      _ = try UserFile.read(file.path)
      throw noHabits(in: product, name(of: path))
    }
    let format = try source.map { try HistoryImport.format($0) }
    let history = try await HistoryDecoding.decoder.history(
      at: file.path,
      format: format,
      columns: columns,
      zone: zone
    )
    return HistoryImport(content: .habits(history))
  }

  private static func archive(_ file: RereadableFile) throws -> HistoryImport {
    let archive = try ArchiveReader.check(try UserFile.pieces(of: file.path))
    let product = archive.product.flatMap { ProductCatalog.product(named: $0) }
    return HistoryImport(content: .archive(file, entries: archive.entries, product: product))
  }

  private static func namedColumns(of file: String) -> DomainError {
    DomainError(
      "no-table",
      "\(file) is an export of Trellis, whose columns need no names. Nothing was imported: import it "
        + "without them."
    )
  }

  private static func noHabits(in product: Product, _ file: String) -> DomainError {
    DomainError(
      "no-habits-here",
      "\(file) is not a complete export, which is all that \(product.title) can bring back: a table "
        + "or a calendar holds a part of it only. Make one where the days are, with “trellis export "
        + "--out all.json”, and import that. A backup comes back with “trellis restore”. Nothing was "
        + "changed.",
      onPages: "This is not a complete export of this app, which is all that "
        + "\(product.title) can import: a table or a calendar holds a part of it only. Nothing was "
        + "changed: where the days are, download “Complete” under Your data, and choose that. A "
        + "backup is restored instead."
    )
  }

  /// What an import takes from the file for each habit; nil for an export of this program.
  ///
  /// - Parameter today: the last day that can be imported.
  public func habits(today: Day) -> [HabitInFile]? {
    guard case .habits(let history) = content else { return nil }
    let isTable = history.source == ImportedHistory.table
    return history.habits.compactMap { habit -> HabitInFile? in
      let taken = HabitInFile(habit, today: today)
      // A habit of a table is not created without any of its days.
      return isTable && taken.days == 0 && !habit.entries.isEmpty ? nil : taken
    }
  }

  /// Describes the table in a file, for the choice of its columns; nil if it is not a table.
  public static func outline(path: String, for product: Product) async throws -> TableOutline? {
    let file = try RereadableFile(path)
    guard product.takesHabits, !isArchive(file, nil) else { return nil }
    return try await HistoryDecoding.decoder.outline(at: file.path)
  }

  /// The product that wrote the file, if it is an export that names one.
  public var product: Product? {
    guard case .archive(_, _, let product) = content else { return nil }
    return product
  }

  /// What of an export `product` keeps and does not show, as a sentence; nil if it shows all of it.
  public func unshown(in product: Product) -> String? {
    guard let other = self.product else { return nil }
    let kinds = [
      other.takesHabits && !product.takesHabits ? "habits" : nil,
      other.hasSubstances && !product.hasSubstances ? "sober days" : nil,
    ].compactMap { $0 }
    guard !kinds.isEmpty else { return nil }
    return "This export was kept with \(other.title). Its \(kinds.joined(separator: " and ")) come "
      + "along, but \(product.title) does not show them; \(other.title) does."
  }

  /// Imports the history; existing data is kept.
  ///
  /// - Parameter isTrial: whether to report what would be imported without importing it.
  public func run(in context: any SpaceContext, isTrial: Bool = false) async throws -> ImportOutcome
  {
    switch content {
    case .habits(let history):
      // Done in one step, so that imports by other programs at the same time are not reported here
      // too.
      let report = try await context.run { space in
        let report = try space.ask(PreviewImport(history: history))
        if !isTrial { _ = try space.send(ImportHistory(history: history)) }
        return report
      }
      return .habits(report, isTrial: isTrial)
    case .archive(let file, let entries, _):
      if isTrial {
        let nothing = MergedArchive(entries: entries, added: 0)
        return .archive(nothing, isTrial: true, shared: [], twins: [])
      }
      let before = Set(try await HistoryImport.shared(in: context))
      let known = Set(try await HistoryImport.twins(in: context).map(\.habits))
      let merged = try await context.merge(archiveAt: file.path)
      let shared = try await HistoryImport.shared(in: context).filter { !before.contains($0) }
      let twins = try await HistoryImport.twins(in: context)
        .filter { !known.contains($0.habits) }.map(\.into.details.title)
      return .archive(merged, isTrial: false, shared: shared, twins: twins)
    }
  }

  /// The habits that are there twice, as after an import of a table and then of the export itself.
  ///
  /// An export keeps its ids, and a table has made others of them.
  private static func twins(in context: any SpaceContext) async throws -> [HabitTwin] {
    try await context.askIfAvailable(HabitTwins()) ?? []
  }

  /// The habits of which friends see the streak, by their titles.
  private static func shared(in context: any SpaceContext) async throws -> [String] {
    guard context.product.policies.offersFriends else { return [] }
    return try await context.askIfAvailable(AllShared())?.items.map(\.title) ?? []
  }

  /// The latest import that can be taken back; nil without one.
  public static func latest(in context: any SpaceContext) async throws -> ImportSummary? {
    if let merge = try await context.space.latestMerge(), merge.entered == 0 {
      return ImportSummary(merge)
    }
    let latest = try await context.askIfAvailable(LatestImport()) ?? nil
    return latest?.changed == nil ? latest : nil
  }

  /// Takes the latest import back.
  ///
  /// - Returns: what was taken back.
  public static func undoLatest(in context: any SpaceContext) async throws -> ImportSummary {
    let merge = try await context.space.latestMerge()
    let foreign = try await context.askIfAvailable(LatestImport()) ?? nil
    // Imports elsewhere that an export contains are older than the export.
    let isLater = merge.map { merge in foreign.map { $0.at >= merge.at } ?? false } ?? true
    guard isLater, merge?.entered != 0, context.answers(LatestImport.self) else {
      return ImportSummary(try await context.space.undoMerge())
    }
    return try await context.run { space in
      let summary = try space.ask(LatestImport())
      let undone = try space.send(UndoImport())
      return summary ?? ImportSummary(source: undone.source, at: context.now, habits: 0, entries: 0)
    }
  }

  /// The person's name for a file, which may be in a folder of ours for a while.
  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "This file"
  }

  private static func format(_ name: String) throws -> ImportFormat {
    guard let format = ImportFormat(rawValue: name.lowercased()) else {
      let names = sources.joined(separator: ", ")
      throw DomainError("unknown-format", "“\(name)” is not an app we can read. Give: \(names).")
    }
    return format
  }

  /// Whether to read it as a Trellis export.
  private static func isArchive(_ file: RereadableFile, _ source: String?) -> Bool {
    if let source { return source.lowercased() == ownSource }
    // Keys are sorted: the marker of the format is in the last lines, and in the first lines of an
    // archive without entries.
    return file.mentions("\"\(SpaceArchive.format)\"")
  }
}

extension Product {
  /// Whether a module can import the habits of other apps.
  public var takesHabits: Bool { answers(ImportHistory.self) }

  /// Whether a module keeps sober days.
  fileprivate var hasSubstances: Bool { answers(AllSubstances.self) }
}

/// A habit in a file that is to be imported.
public struct HabitInFile: Sendable, Equatable, Encodable {
  public let title: String
  /// The number of its marked days until today.
  public let days: Int
  /// The first and the last of them; nil without days.
  public let first: Day?
  public let last: Day?

  init(_ habit: ImportedHabit, today: Day) {
    let taken = habit.entries.map(\.day).filter { $0 <= today }
    title = habit.details.title
    days = taken.count
    first = taken.min()
    last = taken.max()
  }

  /// `12 days, 1 Jan to 14 Jan`, with the years that are not this one.
  public func words(today: Day) -> String {
    guard let first, let last else { return "no days" }
    let begin = first.shortWords(today: today)
    return days == 1
      ? "1 day, \(begin)" : "\(days) days, \(begin) to \(last.shortWords(today: today))"
  }
}
