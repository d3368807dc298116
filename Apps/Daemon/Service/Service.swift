import Core
import Glibc
import LocalApp
import Logging
import Loop
import Presentation
import Products

/// `trellisd run`: the one daemon of a folder, from its lock to its last word.
struct Service {
  let home: Home
  let port: Int
  let socket: String?
  let log: Logger

  /// Serves until it is asked to end.
  func run() async throws {
    // Whatever is made here is its owner's alone.
    umask(0o077)
    let lock = try DaemonLock.take(home)
    let wishes = try await Wishes()
    let whereabouts = Whereabouts(lock, try record())
    await whereabouts.announce()
    do {
      try prepareSocket()
      while try await vigil(whereabouts, wishes).keep() == .reload { log.notice("opening anew") }
      log.notice("ended")
    } catch {
      await end(whereabouts, wishes)
      throw error
    }
    await end(whereabouts, wishes)
  }

  private func vigil(_ whereabouts: Whereabouts, _ wishes: Wishes) throws -> Vigil {
    Vigil(
      home: home,
      product: try home.product(),
      place: Vigil.Place(port: port, socket: socket),
      whereabouts: whereabouts,
      wishes: wishes,
      log: log
    )
  }

  private func record() throws -> DaemonRecord {
    DaemonRecord(
      pid: getpid(),
      version: AppVersion.current,
      product: try home.product().name,
      home: home.path,
      startedAt: SystemClock().now().rfc3339(in: Zone.system())
    )
  }

  /// Makes the folder of the socket for this user alone, and takes away what a daemon left there
  /// that was killed: the lock says that none is running.
  private func prepareSocket() throws {
    guard let socket else { return }
    let folder = String(socket[..<(socket.lastIndex(of: "/") ?? socket.startIndex)])
    if folder != home.path { try Home(path: folder).create() }
    unlink(socket)
  }

  private func end(_ whereabouts: Whereabouts, _ wishes: Wishes) async {
    if let socket { unlink(socket) }
    await wishes.close()
    await whereabouts.end()
  }
}
