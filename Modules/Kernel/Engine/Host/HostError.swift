/// Why a set of modules cannot run together.
///
/// Both sides are named.
public struct HostError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ sentence: String) { description = sentence }
}
