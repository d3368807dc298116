import AppSupport
import Bus
import Core
import FileSystem
import Glibc
import HTTPServing
import LocalApp
import Logging
import Loop
import NIOCore
import Plugins
import Presentation
import Products
import Web

/// `trellisd run`: the only daemon of a folder, from taking its lock to releasing it.
struct Service {
  let home: Home
  let plugins: LoadedPlugins
  let port: Int
  let socket: String?
  /// Sockets that systemd opened for the web app; usually none.
  let inherited: [Int32]
  let log: Logger

  /// Serves until it is asked to exit.
  func run() async throws {
    // Files created here are private to their owner.
    umask(0o077)
    let lock = try DaemonLock.take(home)
    if let socket { try SocketFile(socket).prepare() }
    let bus = Bus()
    let control = try await ControlSignals(bus)
    let statusFile = DaemonStatusFile(lock, try record())
    await statusFile.announce(on: bus)
    do {
      let sockets = try openSockets()
      defer { sockets.close() }
      while try await daemonRun(sockets, statusFile, control, bus).keep() == .reload {
        // Opening would make a new and empty home in its place, which nobody could ask about: its lock
        // is in the old one.
        guard lock.isStill(of: home) else {
          log.error(
            "the folder \(home.path) is no longer where it was, so nothing is served from it"
          )
          break
        }
        log.notice("opening anew")
      }
      log.notice("ended")
    } catch {
      await end(statusFile, control)
      throw error
    }
    await end(statusFile, control)
  }

  /// The sockets of the web app, for as long as the daemon runs.
  private func openSockets() throws -> LoopbackSockets {
    do {
      return try inherited.isEmpty
        ? LoopbackSockets.open(port: port) : LoopbackSockets.take(inherited)
    } catch let error as IOError { throw inWords(error) }
  }

  private func inWords(_ error: IOError) -> any Error {
    switch error.errnoCode {
    case EADDRINUSE:
      return DomainError(
        "port-in-use",
        "Another program listens at port \(port) of this machine already. Nothing was "
          + "changed: take another one with  trellisd --port \(port + 1)"
      )
    case EACCES:
      return DomainError(
        "port-forbidden",
        "This system does not let you listen at port \(port). Nothing was changed: take one "
          + "above 1023 with  trellisd --port \(DaemonDefaults.port)"
      )
    default: return error
    }
  }

  private func daemonRun(
    _ sockets: LoopbackSockets,
    _ statusFile: DaemonStatusFile,
    _ control: ControlSignals,
    _ bus: Bus
  ) throws -> DaemonRun {
    DaemonRun(
      home: home,
      product: try home.product(),
      plugins: plugins,
      sockets: DaemonRun.ListeningSockets(loopback: sockets, file: socket),
      statusFile: statusFile,
      control: control,
      bus: bus,
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

  private func end(_ statusFile: DaemonStatusFile, _ control: ControlSignals) async {
    if let socket { SocketFile(socket).remove() }
    await control.close()
    await statusFile.end()
  }
}
