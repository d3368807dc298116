import Core

/// Reads the days of a table, in the formats that programs and people use.
struct TableDays {
  /// A day, or the two days that its digits can mean.
  private enum Reading {
    case day(Day)
    case either(first: Int, second: Int, year: Int, isYearLast: Bool)
  }

  /// The beginnings of the names of months in English, German, French and Spanish.
  private static let months = [
    ["jan", "ene"], ["feb", "fév", "fev"], ["mar", "mär"], ["apr", "avr", "abr"],
    ["may", "mai"], ["jun", "juin"], ["jul", "juil"], ["aug", "aoû", "aou", "ago"], ["sep"],
    ["oct", "okt"], ["nov"], ["dec", "dez", "déc", "dic"],
  ]

  /// Nil if no day needs it.
  private let order: TableColumns.DateOrder?

  /// - Parameter chosen: the order that the person named; nil to detect it.
  /// - Throws: a ``FormatError`` if no day shows whether days or months come first, or one that could
  ///   begin with its year.
  init(
    _ rows: [CSVTable.Row],
    column: Int,
    _ chosen: TableColumns.DateOrder?,
    in source: ImportText
  ) throws(FormatError) {
    var firstUndecided: Int?
    var found: TableColumns.DateOrder?
    for row in rows where chosen == nil {
      guard case .either(let first, let second, _, let isYearLast) = TableDays.reading(row[column])
      else { continue }
      guard isYearLast else {
        throw source.error(
          "\(quoted(row[column])) may begin or end with its year; write the years with four digits, "
            + "or say whether the day or the month comes first",
          line: row.line
        )
      }
      guard found == nil else { continue }
      if first > 12 { found = .dayFirst }
      if second > 12 { found = .monthFirst }
      if first != second { firstUndecided = firstUndecided ?? row.line }
    }
    order = chosen ?? found
    if order == nil, let line = firstUndecided {
      throw source.error(
        "no date shows whether the day or the month comes first; say which it is",
        line: line
      )
    }
  }

  func day(_ text: String) -> Day? {
    switch TableDays.reading(text) {
    case .day(let day): day
    case .either(let first, let second, let year, _):
      order == .dayFirst
        ? Day(year: year, month: second, day: first) : Day(year: year, month: first, day: second)
    case nil: nil
    }
  }

  private static func reading(_ text: String) -> Reading? {
    // No format of a day and a time is longer.
    guard text.utf8.count <= 64 else { return nil }
    let text = text.trimmed
    let date = text.split { $0 == " " || $0 == "T" }.first.map(String.init) ?? ""
    if let day = Day(date) { return .day(day) }
    if date.utf8.count == 8, let number = Int(date), number > 0 {
      return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100).map(
        Reading.day
      )
    }
    if let day = counted(date) { return .day(day) }
    let parts = date.split { "/.-".contains($0) }
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3 else { return named(text) }
    if numbers[0] > 999 {
      return Day(year: numbers[0], month: numbers[1], day: numbers[2]).map(Reading.day)
    }
    let year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
    guard date.contains(".") else {
      // Some write the year first if they write dashes, and then with two digits as well.
      let isYearLast = numbers[2] > 99 || !date.contains("-")
      return .either(first: numbers[0], second: numbers[1], year: year, isYearLast: isYearLast)
    }
    return Day(year: year, month: numbers[1], day: numbers[0]).map(Reading.day)
  }

  /// Reads a day as spreadsheets store it and write it into cells without the format of a date: the
  /// number of days, in which 25569 is 1970-01-01, and the time of day as a part of one.
  ///
  /// Only from 1954 to 2099, whose numbers mean no day in any other format.
  private static func counted(_ text: String) -> Day? {
    guard text.utf8.allSatisfy("0123456789.,".utf8.contains),
      let number = Double(text.replacing(",", with: ".")), (20_000..<73_051).contains(number)
    else { return nil }
    return Day(number: Int(number) - 25_569)
  }

  /// Reads `3 Jan 2026`, `3. März 2026`, `January 3, 2026`, and `3-Jan-26` as Excel writes it.
  private static func named(_ text: String) -> Reading? {
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    // The last one, as the weekdays “mardi” and “martes” begin like a month.
    let month = parts.lazy.compactMap { part in
      part.count < 3 ? nil : months.firstIndex { names in names.contains { part.hasPrefix($0) } }
    }.last
    let numbers = parts.compactMap { Int($0) }
    let isShort = parts.count == 3 && numbers.count == 2 && Int(parts[1]) == nil
    let shortYear = isShort && numbers[1] < 100 ? 2000 + numbers[1] : nil
    guard let month, let year = numbers.first(where: { $0 > 999 }) ?? shortYear,
      let day = numbers.first(where: { $0 < 32 })
    else { return nil }
    return Day(year: year, month: month + 1, day: day).map(Reading.day)
  }
}
