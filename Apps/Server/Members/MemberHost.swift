import Accounts
import Core
import Friends
import HTTPServing
import Pages
import Presentation
import Products
import Runtime
import Web

/// The spaces of the people who are signed in, each for its owner alone.
///
/// This is the only place where a request for the app gets access to a space: the gate has
/// determined which one from the session.
struct MemberHost: WebHost {
  let served: ServedProduct
  let quota: SpaceQuota
  let streams: SyncStreams
  let friends: FriendStore
  let clock: any WallClock

  var product: Product { served.product }

  func context(for visitor: Visitor, claiming claim: Claim?) async throws -> PageContext {
    let own = try client(of: visitor)
    let now = clock.now()
    return PageContext(
      product: product,
      settings: ProductCatalog.presentations(of: product).flatMap { $0.settings(for: product) },
      now: claim?.instant(receivedAt: now) ?? now,
      calendar: try await own.ask(CurrentCalendar()),
      space: member(claim.map(own.claiming) ?? own)
    )
  }

  func client(for visitor: Visitor) async throws -> any SpaceClient {
    member(try client(of: visitor))
  }

  func position(for visitor: Visitor) async throws -> SpacePosition {
    try await client(of: visitor).position()
  }

  func advances(for visitor: Visitor) async throws -> AsyncStream<Int> {
    let space = try MemberHost.space(of: visitor)
    guard case .account(let account) = visitor.principal,
      let session = visitor.session.flatMap({ SessionID($0) })
    else { throw AccountsError.signedOut }
    let listener = SyncStreams.Listener(account: account, session: session)
    return try streams.follow(await served.news.stream(of: space), for: listener) { $0 }
  }

  func latestNews(for visitor: Visitor) async throws -> Instant? {
    guard case .account(let account) = visitor.principal else { return nil }
    return try await friends.latestNotice(of: account)
  }

  private func client(of visitor: Visitor) throws -> RuntimeClient {
    served.runtime.client(for: visitor.principal, in: try MemberHost.space(of: visitor))
  }

  /// Without a space there is nothing to show: no other one replaces it.
  private static func space(of visitor: Visitor) throws -> SpaceID {
    guard let space = visitor.space else { throw AccountsError.signedOut }
    return space
  }

  private func member(_ client: RuntimeClient) -> MemberClient {
    MemberClient(client: client, served: served, quota: quota, clock: clock)
  }
}
