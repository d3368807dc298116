import Core
import FileSystem
import Glibc

/// Events that wait for the program that runs hooks: the daemon, or one that a command leaves behind.
///
/// One document per line in a private file under a lock. A program that takes them is the only one
/// to get them, so that a hook runs once for each event, with any number of programs.
public struct HookQueue: Sendable {
  /// An event that waits.
  public struct Item: Sendable, Equatable {
    public let event: String
    /// The JSON document that hooks read.
    public let document: [UInt8]

    public init(event: String, document: [UInt8]) {
      self.event = event
      self.document = document
    }
  }

  private struct Name: Decodable {
    let event: String
  }

  /// Milliseconds to wait for another program: a command has time, and the daemon tries again.
  static let patience = 2_000
  public static let glance = 5

  private let file: SharedFile

  public init(_ home: Home) {
    file = SharedFile(home.path + "/hooks-waiting", limit: HookLimits.bytes)
  }

  /// Whether something waits; only checks the file.
  public var hasItems: Bool {
    var status = stat()
    return stat(file.path, &status) == 0 && status.st_size > 0
  }

  /// Adds events; the oldest are dropped when too many wait.
  public func add(_ items: [Item]) {
    guard !items.isEmpty else { return }
    change(within: HookQueue.patience) { $0 = ($0 + items).suffix(HookLimits.events) }
  }

  /// Takes all events that wait, the oldest first.
  ///
  /// - Parameter patience: milliseconds to wait for another program that holds the file; none are
  ///   taken after that.
  public func take(patience: Int = HookQueue.glance) -> [Item] {
    guard hasItems else { return [] }
    var taken: [Item] = []
    change(within: patience) { waiting in
      taken = waiting
      waiting = []
    }
    return taken
  }

  /// A failure to store an event is not an error of the person's command.
  private func change(within patience: Int, _ body: (inout [Item]) -> Void) {
    try? file.change(patience: patience) { bytes in
      var waiting = HookQueue.items(in: bytes)
      body(&waiting)
      bytes = waiting.flatMap { $0.document + [UInt8(ascii: "\n")] }
    }
  }

  private static func items(in bytes: [UInt8]) -> [Item] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let document = Array(line)
      return (try? JSON.decode(Name.self, from: document)).map {
        Item(event: $0.event, document: document)
      }
    }
  }
}
