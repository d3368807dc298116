import ArgumentParser

/// How to reach a server, and for whose account.
struct ServerOptions: ParsableArguments {
  @Option(help: "The address of the account.")
  var email: String?

  @Flag(help: "Read the password from standard input, for scripts.")
  var passwordStdin = false

  @OptionGroup var reach: ReachOptions
}

/// How to reach a server, and as which device.
struct ReachOptions: ParsableArguments {
  @Option(
    help: "A file of certificates (PEM) to trust beside those of the system.",
    completion: .file()
  )
  var caFile: String?

  @Option(
    help: "What this device is called among your others; the name of the computer if left out."
  )
  var deviceName: String?

  @Option(help: "The product to synchronize, for a new home.")
  var product: String?
}
