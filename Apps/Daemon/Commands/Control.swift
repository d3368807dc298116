import AppSupport
import ArgumentParser
import Commands
import Core
import Glibc
import LocalApp
import Presentation
import Terminal

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say whether trellisd runs, and where; exit status 3 when it does not."
  )

  /// The exit status for "not running" (LSB 5.0, "Init Script Actions").
  private static let notRunning: Int32 = 3

  @Flag(help: "Print one JSON document instead of text.")
  var json = false

  @OptionGroup var place: HomeOptions

  func run() throws {
    let status = DaemonControl(try place.find()).status()
    Say.line(json ? try JSON.pretty(status) : status.words)
    if !status.running { throw ExitCode(StatusCommand.notRunning) }
  }
}

struct StopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "End the running trellisd."
  )

  @OptionGroup var place: HomeOptions

  func run() async throws {
    _ = try await DaemonControl(try place.find()).stop()
    Say.line("trellisd has ended. Your data stays as it is.")
  }
}

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the web app in your browser, and sign it in."
  )

  @OptionGroup var place: HomeOptions

  func run() async throws {
    try await DaemonControl(try place.find()).open { opening in
      Say.line(opening.words.joined(separator: "\n"))
    }
  }
}

struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List the browsers that are signed in, and sign them out."
  )

  @Flag(help: "Print one JSON document instead of text.")
  var json = false

  @Option(help: "Sign the browser with this id out.")
  var revoke: String?

  @Flag(help: "Sign all browsers out.")
  var revokeAll = false

  @OptionGroup var place: HomeOptions

  func run() throws {
    let left = try DaemonControl(try place.find()).sessions(revoking: revoke, all: revokeAll)
    guard !json else { return Say.line(try JSON.pretty(left)) }
    let calendar = LocalCalendar(zone: Zone.system())
    let words = left.words(in: calendar, now: try Home.clock().now())
    Say.line(words.joined(separator: "\n"))
  }
}

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Show what programs send along to be let in.",
    discussion: """
      Programs send it as  Authorization: Bearer TOKEN . Keep it to yourself: anybody who has it and \
      runs programs on this machine can read and change your habits.
      """
  )

  @Flag(help: "Replace it with a new one; the old one is no longer accepted.")
  var renew = false

  @Flag(
    help: """
      With --renew: replace the secret of the web app too, which gets another address; all browsers \
      are signed out and embedded widgets need their new line.
      """
  )
  var all = false

  @OptionGroup var place: HomeOptions

  func run() throws {
    let home = try place.find()
    try home.create()
    if renew {
      try home.daemonToken.renew()
      if all {
        try home.daemonSecret.renew()
        unlink(home.browserSessions)
      }
      DaemonControl(home).reload()
    }
    Say.line(try home.daemonToken.text())
  }
}

struct InstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Have systemd keep Trellis awake, now and whenever you log in."
  )

  @Option(help: "The port of the web app on 127.0.0.1.")
  var port: UInt16 = DaemonDefaults.port

  @Flag(help: "Print the units and change nothing.")
  var show = false

  @OptionGroup var place: HomeOptions

  func validate() throws {
    guard port > 0 else {
      throw ValidationError(
        "What starts by itself needs a port that stays the same, from 1 on. Nothing was installed: "
          + "leave --port out for \(DaemonDefaults.port)."
      )
    }
  }

  func run() async throws {
    let unit = SystemdUnit(try place.find())
    guard !show else { return Say.line(try unit.text(port: Int(port))) }
    Say.line(try await unit.install(port: Int(port)))
  }
}

struct UninstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Take back what install did; your data stays."
  )

  @OptionGroup var place: HomeOptions

  func run() async throws {
    Say.line(try await SystemdUnit(try place.find()).uninstall())
  }
}

/// Prints text for a person.
enum Say {
  static func line(_ text: String) {
    var output = Output()
    output.print(Screen(.detect()).readable(text) + "\n")
    output.flushOrExit()
  }
}
