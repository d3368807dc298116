/// Why a time zone cannot be used.
public enum ZoneError: Error, Sendable, Equatable {
  /// The database in that folder has no zone of that name.
  ///
  /// ``ZoneDatabase/advice(for:)`` tells the user what to do. It searches the whole database, so it
  /// is asked only when somebody reads the error.
  case unknown(String, folder: String)
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
