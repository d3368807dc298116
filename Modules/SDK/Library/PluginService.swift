import Core
import Presentation

/// Work of a plugin that continues while the daemon runs, such as waiting for messages.
///
/// Each service has its own thread, so it may wait for files and connections without holding up
/// anything else. It sends what it learns to the space like any other client, from any thread.
public protocol PluginService: Sendable {
  /// Prepares the work.
  ///
  /// - Throws: why it cannot start, for the program's log; the plugin's module works all the same.
  init(_ context: ServiceContext) async throws

  /// Works until its task is cancelled or there is nothing left to do.
  ///
  /// - Throws: what ended it, for the program's log; the service runs again when the daemon
  ///   restarts.
  func run() async throws

  /// Called once after ``run()``, before the space is closed.
  func close() async
}

extension PluginService {
  /// Does nothing.
  public func close() async {}
}

/// What a service of a plugin works with.
public struct ServiceContext: Sendable {
  public let product: Product
  /// Acts for the owner of the space.
  public let space: any SpaceClient
  /// The plugin's own files on this device.
  public let files: PluginFiles
  private let advances: @Sendable () async -> AsyncStream<Int>
  private let makeContext: @Sendable () async throws -> any SpaceContext
  private let note: @Sendable (String) -> Void

  /// - Parameters:
  ///   - advances: see ``changes()``.
  ///   - current: see ``current()``.
  ///   - note: see ``log(_:)``.
  public init(
    product: Product,
    space: any SpaceClient,
    files: PluginFiles,
    advances: @escaping @Sendable () async -> AsyncStream<Int>,
    current: @escaping @Sendable () async throws -> any SpaceContext,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.product = product
    self.space = space
    self.files = files
    self.advances = advances
    makeContext = current
    self.note = note
  }

  /// Yields a number at each change of the space, by any program, and when a day begins.
  ///
  /// Only the latest of several numbers matters: read again what you need.
  public func changes() async -> AsyncStream<Int> { await advances() }

  /// Returns the person's space with the current time, calendar and settings.
  public func current() async throws -> any SpaceContext { try await makeContext() }

  /// Writes a sentence to the daemon's log.
  public func log(_ sentence: String) { note(sentence) }
}
