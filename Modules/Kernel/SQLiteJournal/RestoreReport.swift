/// The result of a restore.
public struct RestoreReport: Sendable, Equatable {
  public let spaces: Int
  public let facts: Int
  /// The path of the file that was replaced; nil if there was none.
  public let replaced: String?

  /// The name of the product in which the backup was made; nil in older backups.
  public let product: String?

  public init(spaces: Int, facts: Int, replaced: String?, product: String? = nil) {
    self.product = product
    self.spaces = spaces
    self.facts = facts
    self.replaced = replaced
  }
}
