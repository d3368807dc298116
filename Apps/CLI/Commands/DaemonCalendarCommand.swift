import ArgumentParser
import Commands
import Core
import LocalApp
import Presentation
import Terminal

struct DaemonCalendarCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Print the address to which a calendar program can subscribe.",
    discussion: """
      The calendar has one entry for each day and habit that was done within the last twelve months. It \
      is for programs on this computer, and whoever on it knows the address can read it.
      """
  )

  @Flag(help: "Make a new address; the old one is not answered any more.")
  var renew = false

  @Flag(help: "Forget the address.")
  var off = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard !renew || !off else { throw ValidationError("Give --renew or --off, not both.") }
  }

  func run() async throws {
    guard let app = Launch.current as? CommandLineApp else { return }
    let control = DaemonControl(app.home)
    let address = try control.calendar(off ? .off : renew ? .renew : .on)
    let document = Document(address: address)
    guard let address else {
      return try CommandOutput.print(
        document,
        "Your calendar has no address any more.",
        global,
        app
      )
    }
    guard global.format == .text else { return try CommandOutput.print(document, "", global, app) }
    // On one line regardless of its length, so that it can be copied as a whole.
    var output = Output()
    output.print(address + "\n")
    output.flushOrExit()
  }

  private struct Document: Encodable {
    /// Nil while there is no address.
    let address: String?
  }
}
