import Importing
import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Products
import Terminal
import TrackingContract
import TrackingFormats

struct ImportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    let again =
      "What is here already stays as it is, and importing the same file twice changes nothing."
    guard takesHabits else {
      return CommandConfiguration(
        commandName: "import",
        abstract: "Bring back what “trellis export” has written.",
        discussion: "\(again) --undo takes the latest import back as a whole."
      )
    }
    return CommandConfiguration(
      commandName: "import",
      abstract: "Bring your history from another app, or from an export of this one.",
      discussion: """
        Reads Loop backups (.db) and CSV exports (.zip or folder), harsh, Beaver Habits, Table \
        Habit, Habitica (userdata.json), HabitKit, Streaks (CSV) and Trellis exports, and any \
        table in CSV with a row for each day of a habit. If the titles of a table do not tell \
        what its columns hold, name them: --column date=When --column habit=What, or habit=* if \
        each other column is a habit. \(again) \
        --undo takes the latest import back as a whole.
        """
    )
  }

  private static var takesHabits: Bool {
    (Launch.current?.product ?? ProductCatalog.products[0]).takesHabits
  }

  @Argument(help: "The file or folder.", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The app it comes from: \(HistoryImport.sources.joined(separator: ", ")). Detected if left out.",
      visibility: ImportCommand.takesHabits ? .default : .hidden
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "What a column of a table holds: date, habit, status, value, unit or note, and the column's title; habit=* if each other column is a habit. May be repeated.",
      valueName: "date=title",
      visibility: ImportCommand.takesHabits ? .default : .hidden
    )
  )
  var column: [String] = []

  @Option(
    help: ArgumentHelp(
      "Whether 3/4/2026 has the day or the month first: day-first, month-first. Detected if left out.",
      visibility: ImportCommand.takesHabits ? .default : .hidden
    )
  )
  var dates: String?

  @Flag(help: "Only show what would be imported.")
  var dryRun = false

  @Flag(
    help: "Take the latest import back, if nothing was built on it since."
  )
  var undo = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    _ = try columns()
    guard undo else {
      guard file != nil else { throw ValidationError("Which file? Say: trellis import FILE") }
      return
    }
    guard file == nil, from == nil, column.isEmpty, dates == nil, !dryRun else {
      throw ValidationError("--undo takes the latest import back, and needs nothing else.")
    }
  }

  /// The columns that were named; nil if none was.
  private func columns() throws -> TableColumns? {
    guard !column.isEmpty || dates != nil else { return nil }
    var columns = TableColumns()
    for text in column {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let role = TableColumns.Role(rawValue: String(parts[0])) else {
        let roles = TableColumns.Role.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
          "“\(text)” names no column. Say what it holds (\(roles)) and its title: date=When"
        )
      }
      columns.titles[role] = String(parts[1])
    }
    if let dates {
      columns.dateOrder = TableColumns.DateOrder(rawValue: dates)
      guard columns.dateOrder != nil else {
        throw ValidationError("“\(dates)” is neither day-first nor month-first.")
      }
    }
    return columns
  }

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    if let file { try await bring(file, app) } else { try await takeBack(app) }
  }

  private func takeBack(_ app: CommandLineApp) async throws {
    try await app.withContext(global) { context in
      let undone = try await HistoryImport.undoLatest(in: context)
      try context.show(UndoDocument(undone)) { [Paragraph(verbatim: undone.sentence)] }
    }
  }

  private func bring(_ file: String, _ given: CommandLineApp) async throws {
    var app = given
    let columns = try columns()
    let history = try await HistoryDecoding.$decoder.withValue(DecodingProcess()) {
      try await HistoryImport.read(
        path: file,
        source: from,
        columns: columns,
        zone: Zone.system(),
        for: app.product
      )
    }
    let adopted = try await adopted(history.product, by: app)
    if let adopted { app = CommandLineApp(home: app.home, product: adopted, plugins: app.plugins) }
    let whose = adopted.map { ["It was kept with \($0.title), which is what you have here now."] }
    try await app.withContext(global) { context in
      let outcome = try await history.run(in: context, isTrial: dryRun)
      let habits = history.habits(today: context.today) ?? []
      let listed = dryRun ? list(habits, today: context.today) : []
      let unshown = history.unshown(in: context.product).map { [$0] } ?? []
      let lines = outcome.sentences + unshown + listed + (whose ?? []) + nextStep(after: outcome)
      switch outcome {
      case .habits(let report, _):
        try context.show(Document(report, dryRun, habits)) {
          lines.map { Paragraph(verbatim: $0) }
        }
      case .archive(let archive, _, _, _):
        let document = ArchiveDocument(
          entries: archive.entries,
          entriesAdded: archive.added,
          product: context.product.name,
          dryRun: dryRun
        )
        try context.show(document) { lines.map { Paragraph(verbatim: $0) } }
      }
    }
  }

  /// Returns the product of an export, if the home is unused and takes it over.
  private func adopted(_ product: Product?, by app: CommandLineApp) async throws -> Product? {
    guard !dryRun, let product, try await app.isUnused() else { return nil }
    return try app.home.adopt(product)
  }

  /// What is taken from the file, to look at before it is imported.
  private func list(_ habits: [HabitInFile], today: Day) -> [String] {
    let lines = habits.prefix(30).map { "\($0.title): \($0.words(today: today))" }
    let rest = habits.count - 30
    guard rest > 0 else { return lines }
    return lines + ["And \(rest.counted("more habit"))."]
  }

  private func nextStep(after outcome: ImportOutcome) -> [String] {
    guard !dryRun, !outcome.isNothingNew else { return [] }
    let back = outcome.canBeUndone ? ["Take it back with: trellis import --undo"] : []
    if case .habits = outcome { return ["See them with: trellis history"] + back }
    return back
  }

  /// The report of an export of this program.
  private struct ArchiveDocument: Encodable {
    let source = "trellis"
    let entries: Int
    let entriesAdded: Int
    let product: String
    let dryRun: Bool
  }

  private struct UndoDocument: Encodable {
    let source: String
    /// Omitted for an export, whose entries may be of any kind.
    let habitsRemoved: Int?
    let entriesRemoved: Int

    init(_ undone: ImportSummary) {
      source = undone.source
      habitsRemoved = undone.isOfExport ? nil : undone.habits
      entriesRemoved = undone.entries
    }
  }

  private struct Document: Encodable {
    let source: String
    let habitsAdded: Int
    let habitsKnown: Int
    let entriesAdded: Int
    let entriesKnown: Int
    let entriesKept: Int
    let remarks: [String]
    let dryRun: Bool
    /// What is taken from the file, before it is imported.
    let habits: [HabitInFile]?

    init(_ report: ImportReport, _ dryRun: Bool, _ habits: [HabitInFile]) {
      source = report.source
      habitsAdded = report.habitsAdded
      habitsKnown = report.habitsKnown
      entriesAdded = report.entriesAdded
      entriesKnown = report.entriesKnown
      entriesKept = report.entriesKept
      remarks = report.remarks
      self.dryRun = dryRun
      self.habits = dryRun ? habits : nil
    }
  }
}
