/// Why a time zone cannot be used.
public enum ZoneError: Error, Sendable, Equatable {
  /// The database has no zone of that name.
  case unknown(String, Advice)
  /// The zone counts leap seconds, as those below `right/` do; clocks of computers do not.
  case countsLeapSeconds(String)
  /// The file of the zone in that folder cannot be understood.
  case damaged(String, folder: String)

  /// What may help someone who gave an unknown name.
  public enum Advice: Sendable, Equatable {
    /// A zone of the same city exists under this name.
    case nearest(String)
    /// Nothing similar exists.
    case format
    /// No database is installed in that folder.
    case noDatabase(folder: String)
  }
}
