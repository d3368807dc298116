import ArgumentParser
import Core
import FileSystem
import Glibc

/// Lets systemd run the server.
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Write the units with which systemd runs the server and makes a backup each night.",
    discussion: """
      The server has a user of its own, /etc/trellis-server.json for its configuration, its data in \
      /var/lib/trellis-server and its backups in /var/lib/trellis-server-backups. Nothing is started: \
      what to do next is printed.
      """
  )

  @Flag(name: .customLong("print"), help: "Print the units, and write nothing.")
  var isShown = false

  @Option(help: ArgumentHelp("Write below another folder than /.", visibility: .hidden))
  var root = ""

  func run() throws {
    let program = try InstallCommand.program()
    let units = ServerUnits(program: program)
    guard !isShown else {
      for unit in units.all { print("# \(unit.path)\n\(unit.text)") }
      return
    }
    guard !["/home/", "/root/", "/tmp/"].contains(where: program.hasPrefix) || !root.isEmpty else {
      throw DomainError(
        "program-out-of-reach",
        "\(program) is in a folder that the service does not see. Nothing was written: copy the program "
          + "to /usr/local/bin first, and run it from there."
      )
    }
    for unit in units.all {
      let path = root + unit.path
      do throws(FileError) {
        try Folder.create(PathParts(path).folder)
        try AtomicFile.write(Array(unit.text.utf8), to: path)
      } catch {
        throw DomainError(
          "unit-unwritable",
          "\(path) cannot be written (\(error)). Run this as root; what was written before is complete."
        )
      }
      chmod(path, 0o644)
      print("Wrote \(path)")
    }
    print(ServerUnits.next)
  }

  private static func program() throws -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else {
      throw DomainError(
        "no-program",
        "The path of this program is not to be found. Nothing was written."
      )
    }
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
