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
    let control = try await ControlSignals()
    let statusFile = DaemonStatusFile(lock, try record())
    await statusFile.announce()
    do {
      try prepareSocket()
      while try await daemonRun(statusFile, control).keep() == .reload {
        log.notice("opening anew")
      }
      log.notice("ended")
    } catch {
      await end(statusFile, control)
      throw error
    }
    await end(statusFile, control)
  }

  private func daemonRun(
    _ statusFile: DaemonStatusFile,
    _ control: ControlSignals
  ) throws -> DaemonRun {
    DaemonRun(
      home: home,
      product: try home.product(),
      place: DaemonRun.Place(port: port, socket: socket),
      statusFile: statusFile,
      control: control,
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

  private func end(_ statusFile: DaemonStatusFile, _ control: ControlSignals) async {
    if let socket { unlink(socket) }
    await control.close()
    await statusFile.end()
  }
}
