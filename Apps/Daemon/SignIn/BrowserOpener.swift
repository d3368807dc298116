import Bus
import Core
import Glibc
import LocalApp
import Logging
import Loop
import Web

/// Opens the app in the person's browser, and signs it in.
@LoopActor
final class BrowserOpener {
  /// Milliseconds for which a link is valid, after which its file is removed.
  private static let expiry: UInt64 = 60_000

  private let home: Home
  private let access: BrowserAccess
  private let log: Logger
  private var address: String?
  private var subscriptions: [Subscription] = []
  /// The files of links that may still be used, by the ids of the links.
  private var files: [String: (file: SignInFile, timer: LoopTimer?)] = [:]
  /// Retained until they exit, so that they are reaped.
  private var programs: [LoopProcess] = []

  init(_ home: Home, _ access: BrowserAccess, _ bus: Bus, _ log: Logger) {
    self.home = home
    self.access = access
    self.log = log
    subscriptions = [
      bus.topic(WebAppStarted.self).subscribe("browser") { [weak self] in
        self?.address = $0.address
      },
      bus.topic(BrowserWanted.self).subscribe("browser") { [weak self] in self?.open($0.next) },
      bus.topic(SignInLinkUsed.self).subscribe("browser") { [weak self] in self?.remove($0.id) },
    ]
  }

  private func open(_ next: String) {
    guard let address else { return }
    do {
      let link = access.link(to: next)
      let file = try SignInFile(for: address + link.path.dropFirst(), in: home)
      let timer = try? LoopTimer(after: BrowserOpener.expiry) { [weak self] in
        self?.remove(link.id)
      }
      files[link.id] = (file, timer)
      let program = try LoopProcess(BrowserOpener.plan(file.path)) { [log] exit in
        if !exit.isSuccess { BrowserOpener.complain(log) }
      }
      programs.append(program)
      if programs.count > 4 { programs.removeFirst().close() }
    } catch {
      BrowserOpener.complain(log)
    }
  }

  private static func complain(_ log: Logger) {
    log.notice("the browser could not be opened; to open it: trellis daemon open")
  }

  private func remove(_ id: String) {
    guard let known = files.removeValue(forKey: id) else { return }
    known.timer?.close()
    known.file.remove()
  }

  /// Returns how to start a browser; a service asks systemd to do it.
  ///
  /// Otherwise the browser would run in the service's sandbox and end with it.
  private static func plan(_ path: String) -> LoopProcess.Plan {
    guard getenv("INVOCATION_ID") != nil else {
      return LoopProcess.Plan("xdg-open", [path], output: .discarded, errors: .discarded)
    }
    return LoopProcess.Plan(
      "systemd-run",
      ["--user", "--quiet", "--collect", "--no-block", "xdg-open", path],
      output: .discarded,
      errors: .discarded
    )
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    for id in Array(files.keys) { remove(id) }
    for program in programs { program.close() }
    programs = []
  }
}
