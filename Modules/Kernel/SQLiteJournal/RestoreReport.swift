/// What a restore brought back.
public struct RestoreReport: Sendable, Equatable {
  public let spaces: Int
  public let facts: Int
  /// Where the file is that was in its place; nil when there was none.
  public let replaced: String?

  public init(spaces: Int, facts: Int, replaced: String?) {
    self.spaces = spaces
    self.facts = facts
    self.replaced = replaced
  }
}
