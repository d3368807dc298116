/// How pages of other sites may show those of the app that allow it (``Page/isEmbeddable``).
public struct Embedding: Sendable, Equatable {
  /// The name of the query item with a key.
  public static let keyName = "key"

  /// The key of addresses that only show the page, in any other page.
  public let showingKey: String
  /// The key of addresses that act too, in pages of ``origins`` alone.
  public let actingKey: String
  /// Origins such as `http://localhost:3000`.
  public let origins: [String]

  public init(showingKey: String = "", actingKey: String = "", origins: [String] = []) {
    self.showingKey = showingKey
    self.actingKey = actingKey
    self.origins = origins
  }

  /// The query item of addresses that only show.
  public var showingItem: String { "\(Embedding.keyName)=\(showingKey)" }
  /// The query item of addresses that act.
  public var actingItem: String { "\(Embedding.keyName)=\(actingKey)" }
}
