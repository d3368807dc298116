/// What a product allows.
///
/// Modules read it through ``RequestContext``; a person cannot change it.
public struct Policies: Sendable, Equatable, Codable {
  /// How many days before today may still be marked; nil for any.
  public var backfillDays: Int?
  /// Whether streak numbers are shown.
  public var showsStreaks: Bool
  /// Whether a missed day may be protected.
  public var allowsFreezes: Bool
  public var allowsNotices: Bool
  public var allowsTelemetry: Bool
  public var allowsSync: Bool

  public init(
    backfillDays: Int? = nil,
    showsStreaks: Bool = true,
    allowsFreezes: Bool = true,
    allowsNotices: Bool = true,
    allowsTelemetry: Bool = true,
    allowsSync: Bool = true
  ) {
    self.backfillDays = backfillDays
    self.showsStreaks = showsStreaks
    self.allowsFreezes = allowsFreezes
    self.allowsNotices = allowsNotices
    self.allowsTelemetry = allowsTelemetry
    self.allowsSync = allowsSync
  }
}
