import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages

/// A request with the principal that it proves.
///
/// This is a class, since it is passed on often and is too large to be copied each time.
package final class HTTPExchange: Exchange {
  package let received: ReceivedRequest
  /// The proven sender; nil if the request proves none.
  let principal: WebPrincipal?
  /// Whether the browser's cookie must be renewed.
  let renewsSession: Bool
  private let recheck: @Sendable () async throws -> Void

  /// - Parameter recheck: see ``recheckSender()``.
  package init(
    _ received: ReceivedRequest,
    from principal: WebPrincipal?,
    renewsSession: Bool = false,
    recheck: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.received = received
    self.principal = principal
    self.renewsSession = renewsSession
    self.recheck = recheck
  }

  package func recheckSender() async throws { try await recheck() }

  /// The owner of the space that it is for.
  var visitor: Visitor {
    guard case .member(let visitor, _) = principal else { return Visitor() }
    return visitor
  }

  /// Whether it comes from a program, which reads documents rather than pages.
  var isForProgram: Bool { path.first == "api" || path.first == "control" }

  /// The session of the browser that sent it; nil for all others.
  var session: WebSession? {
    guard case .browser(let session) = principal else { return nil }
    return session
  }

  /// The `Idempotency-Key` of a command or form; nil if there is none.
  ///
  /// - Throws: ``Problem`` for a malformed key.
  func idempotencyKey() throws -> String? {
    guard let key = header(.idempotencyKey) else { return nil }
    guard IdempotencyKey.isValid(key) else {
      throw Problem.badRequest(
        "bad-idempotency-key",
        "An Idempotency-Key has 1 to 128 letters, digits, dots, dashes, colons or underscores. "
          + "Nothing was changed."
      )
    }
    return key
  }

  /// When the person submitted this, if their browser held it back until the app could be reached.
  ///
  /// - Throws: ``Problem`` for a malformed header.
  func claim() throws -> Claim? {
    guard let text = header(.claim) else { return nil }
    let numbers = text.split(separator: " ").map { UInt64($0) }
    guard numbers.count == 2, let made = numbers[0].flatMap(Int64.init(exactly:)),
      let seen = numbers[1]
    else {
      throw Problem.badRequest(
        "bad-claim",
        "X-Trellis-Claim has two numbers: when the command was given, in milliseconds since 1970, and "
          + "the clock of the page on which it was. Nothing was changed."
      )
    }
    return Claim(made: Instant(milliseconds: made), seen: HybridTime(rawValue: seen))
  }

  /// Whether a page's script requests only the inner part.
  var wantsFragment: Bool { header(.fragment) != nil }

  /// When the document that requests a fragment was opened, in milliseconds since 1970, if known.
  var openedAt: Instant? {
    // A document that does not know the time sends 1.
    header(.fragment).flatMap(Int64.init).flatMap { $0 > 1 ? Instant(milliseconds: $0) : nil }
  }
}
