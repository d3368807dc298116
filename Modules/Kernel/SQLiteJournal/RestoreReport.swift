/// The result of a restore.
public struct RestoreReport: Sendable, Equatable {
  public let spaces: Int
  public let facts: Int
  /// The path of the file that was replaced; nil if there was none.
  public let replaced: String?

  public init(spaces: Int, facts: Int, replaced: String?) {
    self.spaces = spaces
    self.facts = facts
    self.replaced = replaced
  }
}
