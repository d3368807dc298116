/// How much a space may hold.
public struct SpaceQuota: Sendable, Equatable {
  public var facts: Int
  public var bytes: Int

  public init(facts: Int, bytes: Int) {
    self.facts = facts
    self.bytes = bytes
  }
}
