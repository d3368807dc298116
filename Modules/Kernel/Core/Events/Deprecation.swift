/// What is said of an event or a request that something else has replaced.
///
/// It goes on working as before. The catalogue, the HTTP API's description and the compiler's
/// warning lead to what replaces it.
public struct Deprecation: Sendable, Equatable {
  /// The kernel version with which it was deprecated.
  public let since: KernelVersion
  /// What to use from then on, in one sentence.
  public let instead: String

  public init(since: KernelVersion, instead: String) {
    self.since = since
    self.instead = instead
  }
}
