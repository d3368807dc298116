import Core
import FileSystem
import Pages
import Presentation
import Products

/// The copies that a person can restore, the effects of that, and the link to do it.
enum RestorePage {
  static let path = "/data/restore"
  static let upload = "shell.upload-backup"
  static let confirm = "shell.restore"

  /// The copy or the uploaded file, in the address and in the form.
  private static let copy = "copy"
  private static let file = "file"
  private static let waiting = WaitingUploads(done: "restored")

  static func page(_ home: any HomeStorage) -> Page {
    Page(path) { request in
      PageContent(
        title: "Restore",
        body: """
          \(HTML.wayBack(
            way(back: request),
            isLooking(request) ? "Restore" : request.context.say(ShellPhrases.data)
          ))\
          \(HTML.header("Restore"))\(try await content(home, request))
          """
      )
    }
  }

  /// Whether the page exists: a server keeps no copies that belong to one person.
  static func isOffered(_ request: PageRequest) -> Bool { request.has(action: confirm) }

  static func actions(_ home: any HomeStorage) -> [FormAction] {
    [
      FormAction(upload) { fields, context in
        let token = waiting.keep(try fields.file(file), at: context.now)
        return ActionResult("\(path)?\(file)=\(token)")
      },
      FormAction(confirm) { fields, context in
        let source = try Source(copy: fields[copy], file: fields[file])
        let aside = try await source.use(home, at: context.now) { path, name in
          try await home.restore(from: path, called: name)
        }
        if let token = fields[file] { waiting.drop(token) }
        let back =
          aside == nil ? "" : " What was here before is kept below, should you want it back."
        return ActionResult(path, Message(.done, "Restored.\(back)"), isReport: true)
      },
    ]
  }

  // MARK: What is looked into

  /// A copy that is kept here, or an uploaded file.
  private enum Source {
    case copy(String)
    case file(String)

    /// - Throws: a `DomainError` if nothing is named.
    init(copy: String?, file: String?) throws {
      if let copy {
        self = .copy(copy)
      } else if let file {
        self = .file(file)
      } else {
        throw DomainError("no-backup", "No backup was chosen. Nothing was changed: choose one.")
      }
    }

    func use<T>(
      _ home: any HomeStorage,
      at now: Instant,
      _ body: (_ path: String, _ name: String) async throws -> T
    ) async throws -> T {
      switch self {
      case .copy(let name): try await body(try home.path(of: name), name)
      case .file(let token):
        try await file(token, now, body)
      }
    }

    private func file<T>(
      _ token: String,
      _ now: Instant,
      _ body: (_ path: String, _ name: String) async throws -> T
    ) async throws -> T {
      let upload = try waiting.file(token, at: now)
      return try await UploadedCopy.use(upload) { try await body($0, upload.name) }
    }

    var field: (name: String, value: String) {
      switch self {
      case .copy(let name): (RestorePage.copy, name)
      case .file(let token): (RestorePage.file, token)
      }
    }
  }

  private static func isLooking(_ request: PageRequest) -> Bool {
    request.query[copy] != nil || request.query[file] != nil
  }

  private static func way(back request: PageRequest) -> String {
    isLooking(request) ? path : DataPage.path
  }

  private static func content(
    _ home: any HomeStorage,
    _ request: PageRequest
  ) async throws -> HTML {
    guard isLooking(request) else { return try await list(home, request) }
    do {
      let source = try Source(copy: request.query[copy], file: request.query[file])
      let (outlook, name) = try await source.use(home, at: request.context.now) { path, name in
        (try await home.outlook(of: path, called: name), name)
      }
      let title = try await title(of: name, home, request)
      return RestoreOutlookCard(outlook, title, request).html(field: source.field)
    } catch {
      guard let words = ErrorMessage(error)?.onPage(today: request.today) else { throw error }
      return HTML.card(
        "This cannot be restored",
        """
        <p role="status">\(words)</p>\
        <p>\(HTML.link(path, "Choose another", style: "button"))</p>
        """
      )
    }
  }

  /// A person's name for a copy; an uploaded file keeps its name.
  private static func title(
    of name: String,
    _ home: any HomeStorage,
    _ request: PageRequest
  ) async throws -> String {
    guard request.query[copy] != nil else { return "“\(name)”" }
    let kept = try await home.copies().first { $0.id == name }
    return kept.map { $0.title(today: request.today) } ?? name
  }

  // MARK: The list

  private static func list(_ home: any HomeStorage, _ request: PageRequest) async throws -> HTML {
    let (copies, warning) = (try await home.copies(), try await home.copyWarning())
    let days = copies.filter { if case .day = $0.occasion { true } else { false } }
    let asides = copies.filter { if case .day = $0.occasion { false } else { true } }
    return """
      <div class="columns">\(daily(days, warning, request))\(before(asides, request))\
      \(choose(request))</div>
      """
  }

  private static func daily(
    _ copies: [KeptCopy],
    _ warning: String?,
    _ request: PageRequest
  ) -> HTML {
    let note = warning.map { words -> HTML in
      "<p role=\"status\"><b>\(words.withDaysInWords(today: request.today))</b></p>"
    }
    let words: HTML =
      copies.isEmpty
      ? """
      <p>There are none yet. One is made with each day on which you use the app, unless you switch that \
      off.</p>
      """
      : """
      <p class="muted">One is made each day. You see what would change before anything does.</p>\
      \(rows(copies, request))
      """
    return HTML.card("Copies", "\(note)\(words)")
  }

  private static func before(_ copies: [KeptCopy], _ request: PageRequest) -> HTML? {
    guard !copies.isEmpty else { return nil }
    return HTML.card(
      "What was here before",
      """
      <p class="muted">When something takes the place of what you have, that is kept: this is the way \
      back.</p>\(rows(copies, request))
      """
    )
  }

  private static func rows(_ copies: [KeptCopy], _ request: PageRequest) -> HTML {
    HTML.list(
      copies.map { kept -> HTML in
        let title = kept.title(today: request.today)
        return """
          <div class="spread"><p><b>\(title)</b><br>\
          <span class="small muted">\(kept.words(in: request.context))</span></p>\
          \(HTML.link("\(path)?\(copy)=\(kept.id)", "Preview", label: "Preview: \(title)"))</div>
          """
      }
    )
  }

  private static func choose(_ request: PageRequest) -> HTML {
    HTML.card(
      "From a file",
      request.form(
        upload,
        class: "stack",
        label: "From a file",
        takesFiles: true,
        """
        <p>A backup that you downloaded here, or made with <code>trellis backup</code>.</p>\
        \(HTML.field(label: "Backup file", name: file, kind: .file, required: true))\
        <p><button class="button primary">Preview</button></p>\
        <p class="small muted">You see what would change before anything does.</p>
        """
      )
    )
  }
}

extension HTML {
  fileprivate static func link(_ href: String, _ words: String, label: String) -> HTML {
    "<a class=\"button\" href=\"\(href)\" aria-label=\"\(label)\">\(words)</a>"
  }
}

extension KeptCopy {
  func title(today: Day) -> String {
    switch occasion {
    case .day(let day):
      switch day.distance(to: today) {
      case 0: "Today"
      case 1: "Yesterday"
      default: day.words
      }
    case .restore: "Before a restore"
    case .import: "Before an import"
    case .link: "Before the account was linked"
    }
  }

  /// The number of its entries, and the time of the last one.
  fileprivate func words(in context: PageContext) -> String {
    guard let entries else { return "This copy is damaged and cannot be read." }
    let last = lastAt.map { ", the last \($0.words(in: context))" } ?? ""
    return "\(entries.counted("entry", "entries"))\(last) · \(ByteCount(size).words)"
  }
}

extension Instant {
  /// `today at 14:02`, or `on 20 Nov at 14:02`.
  func words(in context: PageContext) -> String {
    let day = context.calendar.day(at: self).relativeWords(today: context.today)
    return "\(day) at \(clockTime(in: context.calendar.zone))"
  }
}
