/// Why a set of modules cannot run together.
///
/// The message names both sides.
public struct HostError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ sentence: String) { description = sentence }
}
