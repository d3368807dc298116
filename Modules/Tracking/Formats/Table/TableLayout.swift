import Core

/// The columns of a table by role.
struct TableLayout {
  typealias Role = TableColumns.Role

  /// The titles by which a column is recognized, ignoring case and punctuation.
  ///
  /// Those of Trellis' own export, of Streaks, HabitBull, Habitify and Loop, and plain words in
  /// English, German, French and Spanish, with and without their accents.
  private static let known: [(role: Role, titles: [String])] = [
    (
      .date,
      [
        "day", "date", "calendardate", "entrydate", "datum", "fecha", "when", "timestamp", "time",
        "tag", "jour", "día", "dia",
      ]
    ),
    (
      .habit,
      [
        "habit", "habitname", "gewohnheit", "habitude", "hábito", "habito", "title", "name", "task",
        "taskname", "activity", "goal", "titel", "aufgabe", "aktivität", "titre", "nom", "tâche",
        "tache", "activité", "activite", "título", "titulo", "tarea", "actividad", "nombre",
      ]
    ),
    (
      .status,
      [
        "status", "entrytype", "completed", "done", "state", "result", "checked", "mark",
        "erledigt", "ergebnis", "statut", "état", "etat", "fait", "estado", "hecho", "completado",
      ]
    ),
    (
      .value,
      [
        "value", "totallog", "amount", "count", "quantity", "wert", "menge", "anzahl", "valeur",
        "quantité", "quantite", "nombre", "valor", "cantidad",
      ]
    ),
    (.unit, ["unit", "units", "einheit", "unité", "unite", "unidad"]),
    (
      .note,
      [
        "note", "notes", "commenttext", "comment", "comments", "notiz", "notizen", "bemerkung",
        "kommentar", "remarque", "commentaire", "nota", "notas", "comentario",
      ]
    ),
  ]

  private let table: CSVTable
  /// Whether the table is an export of this program.
  let isOwn: Bool
  let date: Int
  /// Nil if each of `others` is a habit.
  let habit: Int?
  let status: Int?
  let value: Int?
  let unit: Int?
  let note: Int?
  /// When an entry was made, in exports of this program.
  let at: Int?
  /// The id of the habit, in exports of this program since they have one.
  let id: Int?
  /// What was to be reached, in exports of this program since they say it.
  let target: Int?
  /// The rhythm of the habit, in exports of this program since they say it.
  let rhythm: Int?
  /// The columns that are habits themselves.
  let others: [Int]

  /// - Throws: a ``FormatError`` that lists the columns if the day or the habit is in none of them.
  init(_ table: CSVTable, _ columns: TableColumns) throws(FormatError) {
    self.table = table
    let titles = table.titles.fields
    // A table that a person changed is still known by its ids.
    let ids = TableLayout.column(CSVExport.idTitle, titles)
    isOwn = ids != nil || titles == CSVExport.earlierHeader
    at = isOwn ? TableLayout.column("at", titles) : nil
    target = isOwn ? TableLayout.column(CSVExport.targetTitle, titles) : nil
    rhythm = isOwn ? TableLayout.column(CSVExport.rhythmTitle, titles) : nil
    var places: [Role: Int] = [:]
    for (role, title) in columns.titles where !title.isEmpty {
      if role == .habit, title == TableColumns.others { continue }
      places[role] = try TableLayout.place(of: title, in: table)
    }
    let guess = TableLayout.guess(titles)
    for (role, place) in guess {
      if columns.titles[role] == nil, !places.values.contains(place) { places[role] = place }
    }
    let isWide = columns.titles[.habit] == TableColumns.others
    guard let date = places[.date] else { throw TableLayout.missing("the day", table) }
    self.date = date
    habit = isWide ? nil : places[.habit]
    guard isWide || habit != nil else { throw TableLayout.missing("the habit", table) }
    // Titles from another column are not those of the habits with these ids.
    id = !isWide && places[.habit] == guess[.habit] ? ids : nil
    status = places[.status]
    value = places[.value]
    unit = places[.unit]
    note = places[.note]
    let taken = Set(places.values)
    others = isWide ? titles.indices.filter { !taken.contains($0) } : []
  }

  /// The title of the habit that a row is about; empty if each habit has a column.
  func title(of row: CSVTable.Row) -> String {
    let text = row[habit]
    return (isOwn ? CSVExport.plain(text) : text).trimmed
  }

  /// The positions of the columns whose titles determine their role.
  static func guess(_ titles: [String]) -> [Role: Int] {
    let folded = titles.map(CSVTable.folded)
    var places: [Role: Int] = [:]
    for (role, names) in known {
      let place = names.lazy.compactMap { folded.firstIndex(of: $0) }
        .first { !places.values.contains($0) }
      places[role] = place
    }
    return places
  }

  private static func column(_ title: String, _ titles: [String]) -> Int? {
    let wanted = CSVTable.folded(title)
    return titles.firstIndex { !wanted.isEmpty && CSVTable.folded($0) == wanted }
  }

  private static func place(of title: String, in table: CSVTable) throws(FormatError) -> Int {
    let titles = table.titles.fields
    let exact = titles.firstIndex { $0.trimmed == title.trimmed }
    guard let place = exact ?? column(title, titles) else {
      throw table.source.error(
        "there is no column \(quoted(title)); its columns are \(list(titles))",
        line: table.titles.line
      )
    }
    return place
  }

  private static func missing(_ what: String, _ table: CSVTable) -> FormatError {
    table.source.error(
      "no title tells which column holds \(what); its columns are \(list(table.titles.fields)). "
        + "Name the one with the day and the one with the habit, or say that each other column is a "
        + "habit",
      line: table.titles.line
    )
  }

  private static func list(_ titles: [String]) -> String {
    let names = titles.prefix(12).map { quoted($0) }.joined(separator: ", ")
    return titles.count > 12 ? "\(names) and \(titles.count - 12) more" : names
  }
}
