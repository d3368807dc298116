/// How pages of other sites may embed those of the app that allow it (``Page/isEmbeddable``).
public struct Embedding: Sendable, Equatable {
  /// The name of the query item with a key.
  public static let keyName = "key"

  /// The key for addresses that only show the page; they work in any other page.
  public let showingKey: String
  /// The key for addresses that can also act; they work only in pages of ``origins``.
  public let actingKey: String
  /// Origins such as `http://localhost:3000`.
  public let origins: [String]

  public init(showingKey: String = "", actingKey: String = "", origins: [String] = []) {
    self.showingKey = showingKey
    self.actingKey = actingKey
    self.origins = origins
  }

  /// The query item for addresses that only show.
  public var showingItem: String { "\(Embedding.keyName)=\(showingKey)" }
  /// The query item for addresses that act.
  public var actingItem: String { "\(Embedding.keyName)=\(actingKey)" }
}
