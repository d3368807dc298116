import Core

/// What a module has to say after a command, be it another module's, made something happen.
///
/// A surface names a signal and how to show it; the app listens while the command runs and shows
/// the echoes below the command's own output. So a check can be celebrated by a module that
/// checking knows nothing of.
public struct Echo: Sendable {
  /// What is listened for.
  public let signal: any Signal.Type
  private let body: @Sendable ([any Signal], Session) async throws -> [any View]

  /// - Parameter body: called once after the command, with the signals in the order in which they
  ///   were given. It is called for programs that read JSON too; what it returns is then not shown.
  public init<S: Signal>(
    _ signal: S.Type,
    _ body: @escaping @Sendable ([S], Session) async throws -> [any View]
  ) {
    self.signal = signal
    self.body = { signals, session in try await body(signals.compactMap { $0 as? S }, session) }
  }

  /// What to show of everything that was heard; nothing when this echo's signal was not among it.
  public func views(of heard: [any Signal], _ session: Session) async throws -> [any View] {
    let own = heard.filter { type(of: $0) == signal }
    return own.isEmpty ? [] : try await body(own, session)
  }
}

extension Session {
  /// Shows what modules say of the signals that a command caused.
  public func show(_ echoes: [Echo], of heard: [any Signal]) async throws {
    var views: [any View] = []
    for echo in echoes { views += try await echo.views(of: heard, self) }
    guard format == .text, !views.isEmpty else { return }
    var output = Output()
    for view in views { output.print(screen.draw(view)) }
    output.flushOrExit()
  }

  /// Whether any loaded module answers the request of that name: for offering what another module
  /// does without knowing the module.
  public func answers(requestNamed name: String) -> Bool {
    product.modules.contains { module in
      module.manifest.answers.contains { $0.name == name }
    }
  }
}
