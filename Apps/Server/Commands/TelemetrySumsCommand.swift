import ArgumentParser
import Core
import Glibc

/// Shows the counts that products have sent.
struct TelemetrySumsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "telemetry",
    abstract: "Show the sums of what products have counted, if this server takes them."
  )

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    umask(0o077)
    let configuration = try await options.load()
    let data = ServerData(path: configuration.dataFolder)
    // The file is made when counts are first taken.
    guard configuration.database != nil || access(data.telemetry, F_OK) == 0 else {
      print("Nothing was received.")
      return
    }
    let sums = try await TelemetrySums(in: configuration.place(of: data.telemetry)).all()
    if sums.isEmpty { print("Nothing was received.") }
    for sum in sums {
      print("\(sum.week)  \(sum.product) \(sum.version)  \(sum.metric)  \(sum.name)  \(sum.count)")
    }
  }
}
