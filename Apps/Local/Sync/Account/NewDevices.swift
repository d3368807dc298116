import Core

/// Finds devices that have signed in to the account and that the person was not told of here.
public struct NewDevices: Sendable {
  private let home: Home
  private let client: ServerClient

  public init(_ linked: LinkedAccount) { (home, client) = (linked.home, linked.client) }

  /// New devices since the last look; each of them is found once, also after a restart.
  ///
  /// - Throws: as ``ServerClient`` does.
  public func look() async throws -> [DeviceSession] {
    let new = try await client.sessions().filter { $0.isNew == true }
    var told = SyncTold.load(home)
    let known = told.devices ?? []
    let ids = new.map(\.id)
    guard ids != known else { return [] }
    // Before they are shown: whatever happens then, none is shown again.
    told.devices = ids
    told.save(home)
    return new.filter { !known.contains($0.id) }
  }
}
