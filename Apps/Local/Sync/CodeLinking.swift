import Core
import Presentation
import Products

/// Links a home to an account by a code that is confirmed elsewhere, step by step.
///
/// Until the last step nothing is changed, and each can be cancelled.
public actor CodeLinking {
  /// The current step.
  public enum Step: Sendable, Equatable {
    /// - Parameter note: why the latest attempt failed.
    case none(note: String?)
    /// The code waits to be confirmed, until that instant.
    case waiting(DeviceCode, until: Instant)
    /// The person must agree.
    case asking(question: String)
  }

  private struct Agreement {
    let linking: SyncLinking
    let client: ServerClient
    let token: String
  }

  private let space: LocalSpace
  private let pause: @Sendable (Int) async throws -> Void
  public private(set) var step = Step.none(note: nil)
  private var waiting: Task<Void, Never>?
  private var agreement: Agreement?

  /// - Parameter pause: waits for the given number of seconds.
  public init(
    _ space: LocalSpace,
    pause: @escaping @Sendable (Int) async throws -> Void = { seconds in
      try await Task.sleep(for: .seconds(seconds))
    }
  ) {
    self.space = space
    self.pause = pause
  }

  /// Asks a server for a code.
  ///
  /// - Throws: a ``DomainError`` if the home is linked already, or the server cannot be reached or
  ///   does not serve the home's product.
  public func begin(at address: String) async throws {
    try await SyncLinking.checkSignedOut(space.home)
    await cancel()
    let last = try space.home.sync.loadLastAccount()
    let authorities = last?.authorities(at: address)
    let client = try ServerClient(address, authorities: authorities)
    let info = try await client.info()
    try info.check(serves: space.product)
    let entrance = AccountEntrance(client, device: DeviceName.current, home: space.home)
    let code = try await entrance.makeCode()
    // Another attempt may have begun meanwhile.
    await cancel()
    let until = try Home.clock().now().advanced(bySeconds: Int64(code.expiresIn))
    step = .waiting(code, until: until)
    waiting = Task {
      await enter(by: code, entrance, client, info, authorities: authorities)
    }
  }

  private func enter(
    by code: DeviceCode,
    _ entrance: AccountEntrance,
    _ client: ServerClient,
    _ info: ServerInfo,
    authorities: String?
  ) async {
    do {
      let signedIn = try await entrance.wait(for: code, pause: pause)
      try await client.orSignOut(signedIn.token) {
        try await take(signedIn, client, info, authorities)
      }
    } catch {
      // The person who cancelled or restarted it knows already.
      guard !Task.isCancelled else { return }
      step = .none(note: ErrorMessage(error)?.pageMessage ?? "\(error)")
    }
  }

  private func take(
    _ signedIn: SignedIn,
    _ client: ServerClient,
    _ info: ServerInfo,
    _ authorities: String?
  ) async throws {
    guard !signedIn.account.isSealed else {
      throw DomainError(
        "terminal-needed",
        "This account is sealed, so its password is typed in a terminal only. "
          + "Nothing was changed: sign in with  trellis sync login \(client.origin)"
      )
    }
    let access = AccountAccess(signedIn: signedIn, keys: nil)
    let linking = try await SyncLinking(space, access, info, client, authorities: authorities)
    try Task.checkCancellation()
    guard let question = linking.question else {
      try linking.link()
      step = .none(note: nil)
      return
    }
    agreement = Agreement(linking: linking, client: client, token: signedIn.token)
    step = .asking(question: question)
  }

  /// Links the home after the person has agreed.
  ///
  /// - Returns: the path of the copy of the former data; nil if none was needed.
  /// - Throws: a ``DomainError`` if there was nothing to agree to, or no room for the copy.
  public func join() async throws -> String? {
    guard let agreement else { throw CodeLinking.nothingToJoin }
    let linking = agreement.linking
    let copy = try await linking.keepingCopy {
      // While the copy was made, the person may have cancelled, which has ended the session.
      guard self.agreement?.token == agreement.token else { throw CodeLinking.nothingToJoin }
      try linking.link()
    }
    self.agreement = nil
    step = .none(note: nil)
    return copy
  }

  private static let nothingToJoin = DomainError(
    "nothing-to-join",
    "Nothing waits for that answer any more. Nothing was changed: begin again."
  )

  /// Waits until the code was approved or denied.
  func settle() async { await waiting?.value }

  /// Cancels the current attempt; nothing is changed.
  public func cancel() async {
    waiting?.cancel()
    waiting = nil
    step = .none(note: nil)
    guard let left = agreement else { return }
    agreement = nil
    await left.client.abandon(left.token)
  }
}
