import Core

/// A notice that appears on the person's desktop when a signal is given on their device.
///
/// It appears at once, where the product gives notices and the daemon finds a desktop, and is not
/// stored: the module's own pages and commands say the same.
public struct SignalNotice: Sendable {
  /// A title and a sentence; the sentence may be empty.
  public struct Words: Sendable, Equatable {
    public let title: String
    public let body: String

    public init(title: String, body: String = "") {
      self.title = title
      self.body = body
    }
  }

  public let signal: any Signal.Type
  private let make: @Sendable (any Signal, any SpaceContext) async throws -> Words?

  /// - Parameter words: the text of the notice; nil for none.
  public init<S: Signal>(
    _ signal: S.Type,
    _ words: @escaping @Sendable (S, any SpaceContext) async throws -> Words?
  ) {
    self.signal = signal
    make = { given, context in
      guard let own = given as? S else { return nil }
      return try await words(own, context)
    }
  }

  /// The text of the notice for a signal; nil for none.
  public func words(of signal: any Signal, _ context: any SpaceContext) async throws -> Words? {
    try await make(signal, context)
  }
}
