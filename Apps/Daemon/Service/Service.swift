import Bus
import Core
import FileSystem
import Glibc
import LocalApp
import Logging
import Loop
import Presentation
import Products

/// `trellisd run`: the only daemon of a folder, from taking its lock to releasing it.
struct Service {
  let home: Home
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
      while try await daemonRun(statusFile, control, bus).keep() == .reload {
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
    _ control: ControlSignals,
    _ bus: Bus
  ) throws -> DaemonRun {
    DaemonRun(
      home: home,
      product: try home.product(),
      place: DaemonRun.ListenAddress(port: port, socket: socket, inherited: inherited),
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
