import Core
import Pages
import Presentation
import Products
import TrackingFormats

/// The contents of an uploaded file, the columns of a table, and the confirmation of its import.
enum ImportPage {
  static let path = "/data/import"
  static let upload = "shell.upload"
  static let confirm = "shell.import"

  /// The waiting file, in the address and in the form.
  private static let file = "file"
  private static let order = "dates"
  private static let waiting = WaitingUploads(done: "imported")

  static let page = Page(path) { request in
    PageContent(
      title: "Import",
      body: """
        \(HTML.wayBack(DataPage.path, request.context.say(ShellPhrases.data)))\
        \(HTML.header("Import"))<div class="columns">\(await content(request))</div>
        """
    )
  }

  static let actions = [
    FormAction(upload) { fields, context in
      let token = waiting.keep(try fields.file(file), at: context.now)
      return ActionResult("\(path)?\(file)=\(token)")
    },
    FormAction(confirm, run: bring),
  ]

  // MARK: The page

  private static func content(_ request: PageRequest) async -> HTML {
    do {
      let upload = try waiting.file(request.query[file] ?? "", at: request.context.now)
      return try await UploadedCopy.use(upload) { try await look(into: $0, request) }
    } catch {
      return refusal(error, today: request.today)
    }
  }

  /// The error, with a link to choose another file.
  private static func refusal(_ error: any Error, today: Day) -> HTML {
    let words =
      ErrorMessage(error)?.onPage(today: today)
      ?? "The file could not be read. Nothing was imported."
    let isUsed = (error as? DomainError)?.code == WaitingUploads.used
    return HTML.card(
      isUsed ? "This was imported" : "This cannot be imported yet",
      """
      <p role="status">\(words)</p>\
      <p>\(HTML.link(DataPage.path, "Choose another file", style: "button"))</p>
      """
    )
  }

  private static func look(into path: String, _ request: PageRequest) async throws -> HTML {
    let product = request.context.product
    let outline = try await HistoryImport.outline(path: path, for: product)
    let named = outline == nil ? nil : columns { request.query[$0] }
    var preview: HTML
    do {
      let history = try await HistoryImport.read(
        path: path,
        source: nil,
        columns: named,
        zone: request.context.calendar.zone,
        for: product
      )
      let outcome = try await history.run(in: request.context, isTrial: true)
      let sentences = outcome.pageSentences + (history.unshown(in: product).map { [$0] } ?? [])
      let taken = history.habits(today: request.today)
      preview = card(outcome, sentences, taken, named, request)
    } catch {
      guard outline != nil else { throw error }
      preview = refusal(error, today: request.today)
    }
    return "\(preview)\(outline.map { choice($0, named, request) })"
  }

  private static func card(
    _ outcome: ImportOutcome,
    _ sentences: [String],
    _ taken: [HabitInFile]?,
    _ columns: TableColumns?,
    _ request: PageRequest
  ) -> HTML {
    let habits = taken ?? []
    let rows = habits.prefix(50).map { habit -> HTML in
      let days = habit.words(today: request.today)
      return "<b dir=\"auto\">\(habit.title)</b><br><span class=\"small muted\">\(days)</span>"
    }
    let rest = (habits.count - 50).counted("more habit")
    let more = habits.count > 50 ? "<p>And \(rest).</p>" as HTML : nil
    let paragraphs = sentences.map { words -> HTML in "<p>\(words)</p>" }
    var fields = [(name: "waiting", value: request.query[file] ?? "")]
    if columns != nil { fields += names.map { ($0, request.query[$0] ?? "") } }
    // A role that was not chosen yet is detected.
    fields.removeAll { request.query[$0.name] == nil && $0.name != "waiting" }
    let button: HTML = """
      \(request.form(
        confirm,
        fields: fields,
        label: "Import",
        "<p><button class=\"button primary\">Import</button></p>"
      ))
      """
    return HTML.card(
      "Before anything is written",
      """
      \(paragraphs.joined())\(outcome.isNothingNew && taken != nil ? .empty : button)\
      \(rows.isEmpty ? .empty : HTML.list(Array(rows)))\(more)
      """
    )
  }

  // MARK: The columns of a table

  private static let names = TableColumns.Role.allCases.map(\.rawValue) + [order]

  /// The columns that were chosen; nil if none was.
  private static func columns(_ value: (String) -> String?) -> TableColumns? {
    var columns = TableColumns()
    for role in TableColumns.Role.allCases { columns.titles[role] = value(role.rawValue) }
    columns.dateOrder = value(order).flatMap(TableColumns.DateOrder.init)
    return columns == TableColumns() ? nil : columns
  }

  private static func choice(
    _ outline: TableOutline,
    _ chosen: TableColumns?,
    _ request: PageRequest
  ) -> HTML {
    let selected = (chosen ?? outline.columns).titles
    let titles = outline.titles.filter { !$0.isEmpty }.map { (value: $0, label: $0) }
    let menus = TableColumns.Role.allCases.map { role -> HTML in
      var options = [(value: "", label: role.isNeeded ? "Choose a column" : "None")] + titles
      if role == .habit {
        options.append((value: TableColumns.others, label: "Each other column is a habit"))
      }
      return HTML.choice(
        label: role.label,
        name: role.rawValue,
        options: options,
        selected: selected[role] ?? ""
      )
    }
    return HTML.card(
      "Columns of the table",
      """
      <form method="get" action="\(path)" class="stack" aria-label="Columns">\
      <input type="hidden" name="\(file)" value="\(request.query[file] ?? "")">\
      \(menus.joined())\(dates(chosen))<p><button class="button">Show what would be imported</button>\
      </p></form>\(sample(outline))
      """
    )
  }

  private static func dates(_ chosen: TableColumns?) -> HTML {
    HTML.choice(
      label: "Days such as 3/4/2026",
      name: order,
      options: [
        (value: "", label: "Detect from the table"),
        (value: TableColumns.DateOrder.dayFirst.rawValue, label: "The day comes first"),
        (value: TableColumns.DateOrder.monthFirst.rawValue, label: "The month comes first"),
      ],
      selected: chosen?.dateOrder?.rawValue ?? ""
    )
  }

  /// The first cells of each column.
  private static func sample(_ outline: TableOutline) -> HTML {
    let rows = outline.titles.enumerated().map { index, title -> HTML in
      let cells = outline.rows.compactMap { $0.indices.contains(index) ? $0[index] : nil }
        .filter { !$0.isEmpty }
      let words = cells.isEmpty ? "empty in the first rows" : cells.joined(separator: " · ")
      return "<b dir=\"auto\">\(title)</b><br><span class=\"small muted\">\(words)</span>"
    }
    return HTML.disclosure("The first rows", HTML.list(rows))
  }

  // MARK: The import

  private static func bring(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let token = fields.text("waiting")
    let upload = try token.map { try waiting.file($0, at: context.now) } ?? fields.file(file)
    let columns = columns { fields[$0] }
    // An export is read again while it is imported, so the copy stays until then.
    let outcome = try await UploadedCopy.use(upload) { path in
      let history = try await HistoryImport.read(
        path: path,
        source: nil,
        columns: columns,
        zone: context.calendar.zone,
        for: context.product
      )
      return try await history.run(in: context, isTrial: fields["trial"] == "on")
    }
    let undo = outcome.canBeUndone ? Undo(DataPage.undoAction, [:]) : nil
    let words = outcome.pageSentences.joined(separator: " ")
    guard let token else { return .report(words, undo: undo) }
    waiting.drop(token)
    let message = Message(.done, words, undo: undo, lasts: true)
    return ActionResult(DataPage.path, message, isReport: true)
  }
}

extension TableColumns.Role {
  fileprivate var isNeeded: Bool { self == .date || self == .habit }

  fileprivate var label: String {
    switch self {
    case .date: "Day"
    case .habit: "Habit"
    case .status: "Done, missed or skipped"
    case .value: "Amount"
    case .unit: "Unit"
    case .note: "Note"
    }
  }
}
