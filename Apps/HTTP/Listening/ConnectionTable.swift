import Locks
import NIOCore

/// The open connections, of which those without a proven principal are few and short.
///
/// Others who reach the port therefore cannot keep the person out: each new connection makes room
/// for itself, and the one that is closed for it has been idle for longest.
final class ConnectionTable: Sendable {
  private struct Entry {
    let channel: any Channel
    let connection: Connection
    var isProven: Bool
    var requests = 0
    /// The principal of the request in progress, if that is counted.
    var owner: UInt128?
    /// Whether its last response announced that no further request is answered.
    var isLeaving = false
    /// When it was opened, or its last request was answered.
    var idleSince = NIODeadline.now()
  }

  private struct Table {
    var entries: [ObjectIdentifier: Entry] = [:]
    var owners = 0
    /// The number of requests in progress of each principal that has some.
    var busy: [UInt128: Int] = [:]
    var isEnding = false

    mutating func release(_ owner: UInt128?) {
      guard let owner, let count = busy[owner] else { return }
      busy[owner] = count > 1 ? count - 1 : nil
    }
  }

  private let limits: ConnectionLimits
  private let table = Locked(Table())

  init(limits: ConnectionLimits) { self.limits = limits }

  // MARK: Coming and going

  /// Adds a new connection, and closes another one if there are too many.
  ///
  /// - Parameter isProven: whether its principal is known from how it was made.
  func add(_ channel: any Channel, _ connection: Connection, isProven: Bool) {
    let key = ObjectIdentifier(channel)
    let entry = Entry(channel: channel, connection: connection, isProven: isProven)
    let superfluous = table.withLockUnchecked { table -> (any Channel)? in
      guard !table.isEnding else { return channel }
      let superfluous = isProven ? nil : room(in: &table, for: entry)
      table.entries[key] = entry
      if isProven { table.owners += 1 }
      return superfluous
    }
    superfluous?.close(promise: nil)
    // Before the channel's identifier can be reused by another connection.
    channel.closeFuture.whenComplete { [self] _ in remove(key) }
    if !isProven { watch(channel) }
  }

  private func remove(_ key: ObjectIdentifier) {
    table.withLockUnchecked { table in
      guard let entry = table.entries.removeValue(forKey: key) else { return }
      if entry.isProven { table.owners -= 1 }
      table.release(entry.owner)
    }
  }

  /// The connection to close to make room for another; nil if there is room.
  private func room(in table: inout Table, for new: Entry) -> (any Channel)? {
    var all = Crowd()
    var ofAddress = Crowd()
    for entry in table.entries.values where !entry.isProven {
      all.add(entry)
      if entry.connection.peer == new.connection.peer { ofAddress.add(entry) }
    }
    let crowd: Crowd
    if ofAddress.count >= limits.strangersPerAddress {
      crowd = ofAddress
    } else if all.count >= limits.strangers {
      crowd = all
    } else {
      return nil
    }
    guard let oldest = crowd.oldest else { return new.channel }
    table.entries[ObjectIdentifier(oldest.channel)] = nil
    table.release(oldest.owner)
    return oldest.channel
  }

  /// Connections of which one must be closed when there are too many.
  private struct Crowd {
    var count = 0
    private var oldestIdle: Entry?
    private var oldestBusy: Entry?

    mutating func add(_ entry: Entry) {
      count += 1
      if entry.requests == 0 {
        if oldestIdle.map({ entry.idleSince < $0.idleSince }) ?? true { oldestIdle = entry }
      } else {
        if oldestBusy.map({ entry.idleSince < $0.idleSince }) ?? true { oldestBusy = entry }
      }
    }

    /// One that does not read its responses is never idle, but has the oldest last request.
    var oldest: Entry? { oldestIdle ?? oldestBusy }
  }

  /// Closes a connection without a proven principal that is idle for too long.
  private func watch(_ channel: any Channel) {
    let timeout = TimeAmount.seconds(Int64(limits.strangerIdleTimeout))
    let key = ObjectIdentifier(channel)
    let task = channel.eventLoop.scheduleRepeatedTask(initialDelay: timeout, delay: .seconds(1)) {
      [self] task in
      let entry = table.withLockUnchecked { $0.entries[key] }
      guard let entry, !entry.isProven else { return task.cancel() }
      guard entry.requests == 0, NIODeadline.now() - entry.idleSince >= timeout else { return }
      entry.channel.close(promise: nil)
    }
    channel.closeFuture.whenComplete { _ in task.cancel() }
  }

  // MARK: Requests

  /// - Returns: the connection of the request; nil if it is not to be answered.
  func begin(_ channel: any Channel) -> Connection? {
    table.withLockUnchecked { table in
      let key = ObjectIdentifier(channel)
      // One that is no longer in the table is being closed.
      guard let entry = table.entries[key], !entry.isLeaving else { return nil }
      table.entries[key]?.requests += 1
      return entry.connection
    }
  }

  /// Closes the connection after the response that is about to be written.
  func closeAfterResponse(_ channel: any Channel) {
    table.withLockUnchecked { $0.entries[ObjectIdentifier(channel)]?.isLeaving = true }
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  func end(_ channel: any Channel) {
    table.withLockUnchecked { table in
      let key = ObjectIdentifier(channel)
      table.entries[key]?.requests -= 1
      table.entries[key]?.idleSince = .now()
      guard let owner = table.entries[key]?.owner else { return }
      table.entries[key]?.owner = nil
      table.release(owner)
    }
  }

  /// Records that a request on the connection has proven its principal.
  ///
  /// - Returns: whether it is to be answered: one principal cannot occupy all connections.
  func prove(_ channel: any Channel, of owner: UInt128?) -> Bool {
    table.withLockUnchecked { table in
      let key = ObjectIdentifier(channel)
      if let owner, table.entries[key] != nil {
        guard table.busy[owner, default: 0] < limits.requestsOfOwner else { return false }
        table.busy[owner, default: 0] += 1
        table.entries[key]?.owner = owner
      }
      // Beyond the limit, the person's own connections are bounded like those of others.
      guard table.owners < limits.owners, table.entries[key]?.isProven == false else { return true }
      table.entries[key]?.isProven = true
      table.owners += 1
      return true
    }
  }

  // MARK: The end

  /// Closes every connection once its requests are answered, and accepts no more.
  func close() {
    let channels = table.withLockUnchecked { table in
      table.isEnding = true
      return table.entries.values.map(\.channel)
    }
    for channel in channels {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }

  /// The numbers of connections with and without a proven principal.
  var count: (owners: Int, strangers: Int) {
    table.withLockUnchecked { ($0.owners, $0.entries.count - $0.owners) }
  }
}
