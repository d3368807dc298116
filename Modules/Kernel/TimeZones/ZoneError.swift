/// Why a time zone cannot be used.
public enum ZoneError: Error, Sendable, Equatable {
  /// The database has no zone of that name.
  case unknown(String, Advice)
  /// The zone counts leap seconds, as those below `right/` do; computer clocks do not.
  case countsLeapSeconds(String)
  /// The zone's file in that folder is invalid.
  case damaged(String, folder: String)

  /// Advice for the user who gave an unknown name.
  public enum Advice: Sendable, Equatable {
    /// A zone of the same city exists with this name.
    case nearest(String)
    /// There is no similar name.
    case format
    /// No database is installed in that folder.
    case noDatabase(folder: String)
  }
}
