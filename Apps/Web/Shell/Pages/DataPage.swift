import CommandKit
import Core
import PageKit
import Products
import TrackingFormats

/// Bringing history in and taking it along.
enum DataPage {
  static let path = "/data"

  static let page = Page(path) { visit in
    PageContent(
      title: visit.session.say(ShellPhrases.data),
      body: """
        \(SettingsPage.way(back: visit))\
        \(HTML.header(visit.session.say(ShellPhrases.data)))\
        <div class="columns">\(export)\(bring(visit))\(backup)</div>
        """
    )
  }

  // MARK: Taking along

  static let downloads = [
    Download("/data/export.json") { visit in
      let bytes = try await visit.session.space.archive()
      return file(bytes, "application/json", "export.json", visit)
    },
    Download("/data/export.csv") { visit in
      let days = try await ExportedDays.all(visit.session)
      return file(Array(CSVExport.text(days).utf8), "text/csv; charset=utf-8", "days.csv", visit)
    },
    Download("/data/export.ics") { visit in
      let days = try await ExportedDays.all(visit.session)
      let text = try CalendarExport.text(days)
      return file(Array(text.utf8), "text/calendar; charset=utf-8", "days.ics", visit)
    },
    Download("/data/backup.db") { visit in
      file(try await visit.session.space.backup(), "application/vnd.sqlite3", "backup.db", visit)
    },
  ]

  private static func file(
    _ bytes: [UInt8],
    _ type: String,
    _ name: String,
    _ visit: Visit
  ) -> DownloadedFile {
    DownloadedFile(
      bytes,
      contentType: type,
      name: "\(visit.session.product.name)-\(visit.today)-\(name)"
    )
  }

  private static let export = HTML.card(
    "Export",
    """
    <p>Everything you entered, as a file.</p><ul class="list">\
    \(way("/data/export.json", "Complete", "JSON: everything, to take to another device."))\
    \(way("/data/export.csv", "Table", "CSV: a row for each day, for a spreadsheet."))\
    \(way("/data/export.ics", "Calendar", "ICS: an entry for each day you kept."))</ul>
    """
  )

  private static let backup = HTML.card(
    "Backup",
    """
    <p>A copy of the whole storage. To go back to it: <code>trellis restore</code> with the \
    file.</p><p><a class="button" href="/data/backup.db" download>Download a backup</a></p>
    """
  )

  private static func way(_ href: String, _ name: String, _ words: String) -> HTML {
    """
    <li class="spread"><p><b>\(name)</b><br><span class="small muted">\(words)</span></p>\
    <a class="button" href="\(href)" download aria-label="Download: \(name)">Download</a></li>
    """
  }

  // MARK: Bringing in

  static let actions = [FormAction("shell.import", run: bring)]

  private static func bring(_ visit: Visit) -> HTML {
    let takesHabits = visit.session.product.takesHabits
    let words =
      takesHabits
      ? "From Loop Habit Tracker (backup or CSV), harsh, Beaver Habits, Table Habit, or an export of "
        + "this app."
      : "From an export of this app."
    return HTML.card(
      "Import",
      visit.form(
        "shell.import",
        class: "stack",
        label: "Import",
        takesFiles: true,
        """
        <p>\(words) What you have set here stays as it is, and importing the same file twice \
        changes nothing.</p>\
        \(HTML.field(label: "File", name: "file", kind: .file, required: true))\
        \(HTML.checkbox(
          label: "Only tell me what would be imported",
          name: "trial",
          hint: "Nothing is changed then."
        ))<p><button class="button primary">Import</button></p>
        """
      )
    )
  }

  private static func bring(_ fields: FormFields, _ session: Session) async throws -> Landing {
    let upload = try fields.file("file")
    let history = try UploadedCopy.use(upload) { path in
      try HistoryImport(path: path, source: nil, for: session.product)
    }
    let outcome = try await history.run(in: session, isTrial: fields["trial"] == "on")
    return .done(outcome.sentences.joined(separator: " "))
  }
}
