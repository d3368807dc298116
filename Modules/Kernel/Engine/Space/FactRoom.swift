/// How many facts the commands of an operation may add.
///
/// Facts with which modules react to these are not counted.
public struct FactRoom: Sendable, Equatable {
  public private(set) var facts: Int
  /// The same for commands that erase something (``Core/Command/erases``).
  public private(set) var erasing: Int

  public init(facts: Int, erasing: Int) {
    self.facts = facts
    self.erasing = erasing
  }

  /// - Throws: ``Exceeded`` if there is not room for so many facts.
  mutating func take(_ count: Int, isErasing: Bool) throws(Exceeded) {
    guard count <= (isErasing ? erasing : facts) else { throw Exceeded() }
    facts -= count
    erasing -= count
  }

  /// A command would add more facts than there is room for; it changed nothing.
  public struct Exceeded: Error, Sendable {}
}
