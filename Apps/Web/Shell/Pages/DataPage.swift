import Core
import Pages
import Presentation
import Products
import TrackingFormats

/// Import and export of history.
enum DataPage {
  static let path = "/data"

  static func page(at place: ShellPlace) -> Page {
    Page(path) { request in
      PageContent(
        title: request.context.say(ShellPhrases.data),
        body: """
          \(SettingsPage.way(back: request))\
          \(HTML.header(request.context.say(ShellPhrases.data)))\
          <div class="columns">\(try await export(request))\(bring(request))\
          \(try await latest(request))\(place == .server ? nil : backup(request))\
          \(end(at: place, request))</div>
          """
      )
    }
  }

  // MARK: Export

  static let exports = [
    Download("/data/export.json") { request in
      let space = request.context.space
      let content = DownloadedFile.Content.written { try await space.archive(to: $0) }
      return file(content, "application/json", "export.json", request)
    },
    Download("/data/export.csv") { request in
      let days = try await DayExport.all(request.context)
      let bytes = Array(CSVExport.text(days).utf8)
      return file(.bytes(bytes), "text/csv; charset=utf-8", "days.csv", request)
    },
    Download("/data/export.ics") { request in
      let days = try await DayExport.all(request.context)
      let bytes = Array(try CalendarExport.text(days).utf8)
      return file(.bytes(bytes), "text/calendar; charset=utf-8", "days.ics", request)
    },
  ]

  /// The storage as a whole, which on a server does not belong to one person.
  static let backup = Download("/data/backup.db") { request in
    let space = request.context.space
    let content = DownloadedFile.Content.written { try await space.backup(to: $0) }
    return file(content, "application/vnd.sqlite3", "backup.db", request)
  }

  private static func file(
    _ content: DownloadedFile.Content,
    _ type: String,
    _ name: String,
    _ request: PageRequest
  ) -> DownloadedFile {
    DownloadedFile(
      content,
      contentType: type,
      name: "\(request.context.product.name)-\(request.today)-\(name)"
    )
  }

  private static func export(_ request: PageRequest) async throws -> HTML {
    HTML.card(
      "Export",
      """
      <p>Everything you entered, as a file.</p>\(try await warning(request))<ul class="list">\
      \(way("/data/export.json", "Complete", "JSON: everything, to take to another device."))\
      \(way("/data/export.csv", "Table", "CSV: a row for each day, for a spreadsheet."))\
      \(way("/data/export.ics", "Calendar", "ICS: an entry for each day you kept."))</ul>
      """
    )
  }

  /// The warning about an export of a history that was changed; nil otherwise.
  ///
  /// An export is possible all the same, unlike a card or a badge: it may be the last way to the
  /// data.
  private static func warning(_ request: PageRequest) async throws -> HTML? {
    guard let changed = try await request.context.space.changedHistory() else { return nil }
    return "<p role=\"status\"><b>\(changed.pageExportWarning)</b></p>"
  }

  private static func backup(_ request: PageRequest) -> HTML {
    let restore =
      RestorePage.isOffered(request)
      ? HTML.link(RestorePage.path, "Restore a copy or a backup", style: "button") : nil
    return HTML.card(
      "Backup and restore",
      """
      <p>A backup is a copy of the whole storage in one file. A copy is made by itself each day too.</p>\
      <div class="cluster"><a class="button" href="/data/backup.db" download>Download a backup</a>\
      \(restore)</div>
      """
    )
  }

  /// The link to erasing everything, where that is possible.
  private static func end(at place: ShellPlace, _ request: PageRequest) -> HTML? {
    let way: (words: String, link: HTML)
    if place == .server {
      way = (
        "It is deleted with your account on this server.",
        HTML.link(MemberPages.account, "To your account", style: "button")
      )
    } else if ErasePage.isOffered(request) {
      way = (
        "All that is kept on this computer, once you have confirmed it.",
        HTML.link(ErasePage.path, "Delete everything", style: "button danger")
      )
    } else {
      return nil
    }
    return HTML.card("Delete everything", "<p>\(way.words)</p><p>\(way.link)</p>")
  }

  private static func way(_ href: String, _ name: String, _ words: String) -> HTML {
    """
    <li class="spread"><p><b>\(name)</b><br><span class="small muted">\(words)</span></p>\
    <a class="button" href="\(href)" download aria-label="Download: \(name)">Download</a></li>
    """
  }

  // MARK: Import

  static let actions =
    ImportPage.actions + [
      FormAction(undoAction) { _, context in
        .done(try await HistoryImport.undoLatest(in: context).sentence)
      }
    ]

  static let undoAction = "shell.undo-import"

  /// The contents of the latest import, with a link to take it back; nil without one.
  private static func latest(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard let latest = try await HistoryImport.latest(in: context) else { return nil }
    return HTML.card(
      "Latest import",
      request.form(
        undoAction,
        class: "stack",
        label: "Latest import",
        """
        <p>\(latest.words(in: context)).</p><p class="small muted">It can be taken back as a whole for \
        as long as nothing \(latest.isOfExport ? "was entered since" : "was changed in its habits").\
        </p>\
        <p><button class="button">Take it back</button></p>
        """
      )
    )
  }

  private static func bring(_ request: PageRequest) -> HTML {
    let takesHabits = request.context.product.takesHabits
    let words =
      takesHabits
      ? "From Loop Habit Tracker (backup or CSV), harsh, Beaver Habits, Table Habit, Habitica "
        + "(userdata.json), HabitKit, Streaks, any table in CSV, or an export of this app."
      : "From an export of this app."
    return HTML.card(
      "Import",
      request.form(
        ImportPage.upload,
        class: "stack",
        label: "Import",
        takesFiles: true,
        """
        <p>\(words) What you have set here stays as it is, and importing the same file twice \
        changes nothing.</p>\
        \(HTML.field(label: "File", name: "file", kind: .file, required: true))\
        <p><button class="button primary">Preview</button></p>\
        <p class="small muted">You see what would be imported before anything is written.</p>
        """
      )
    )
  }
}
