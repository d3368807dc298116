import ArgumentParser
import Commands
import Core
import LocalApp

/// `trellis sync`: the account of this home on a server.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Keep this device and your others the same, through a server that you choose.",
    discussion: """
      Without it everything stays here. trellisd synchronizes in the background; without a \
      connection what you enter waits, and nothing is lost.

      Examples:
        trellis sync signup habits.example.org
        trellis sync login habits.example.org
        trellis sync now
      """,
    subcommands: [
      Status.self, Login.self, Signup.self, Now.self, Issues.self, Devices.self, Password.self,
      Recover.self, AccountData.self, Logout.self, DeleteAccount.self,
    ],
    defaultSubcommand: Status.self
  )
}
