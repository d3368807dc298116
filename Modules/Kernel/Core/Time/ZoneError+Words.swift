import TimeZones

extension DomainError {
  /// Creates the error that the user sees after choosing a zone that cannot be used.
  init(_ error: ZoneError) {
    switch error {
    case .unknown(let identifier, let folder):
      let advice = ZoneDatabase(folder: folder).advice(for: identifier)
      self.init(
        "unknown-time-zone",
        "There is no time zone '\(identifier)'. \(advice.words)"
      )
    case .countsLeapSeconds(let identifier):
      self.init(
        "unknown-time-zone",
        "The time zone '\(identifier)' counts leap seconds, which clocks on computers do not. "
          + "Name it without 'right/', for example Europe/Vienna."
      )
    case .damaged(let identifier, let folder):
      self.init(
        "damaged-time-zone",
        "The file of the time zone '\(identifier)' in \(folder) is damaged. Nothing was changed. "
          + "Install the package tzdata again."
      )
    }
  }
}

extension ZoneError.Advice {
  fileprivate var words: String {
    switch self {
    case .nearest(let name): "Did you mean \(name)?"
    case .format: "Write it as Area/City, for example Europe/Vienna, or UTC."
    case .noDatabase(let folder):
      "This computer has no time zones at \(folder): install the package tzdata, or use UTC."
    }
  }
}
