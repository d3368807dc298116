import AppSupport
import ArgumentParser
import Core
import Glibc
import Migrating
import PostgreSQLJournal

/// Moves the server's data from files to a database, or back.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Move everything from files to a PostgreSQL database, or back.",
    discussion: """
      Run it while the server runs: it copies what there is, and says when to stop the server. Run \
      the same command again then: it copies the rest, compares both sides entry by entry, and says \
      what to change in the configuration. It can be interrupted at any moment and goes on when it \
      is run again. Nothing is removed from where it was.

        trellis-server migrate --to postgresql://trellis@db.example.org/trellis
        systemctl stop trellis-server
        trellis-server migrate --to postgresql://trellis@db.example.org/trellis

      A password belongs in PGPASSWORD or ~/.pgpass, since others can see the words of a command.
      """
  )

  @Option(name: .customLong("to"), help: "The address of an empty database.")
  var database: String?

  @Option(help: "A folder for the files; the data folder of the configuration can stay what it is.")
  var toFiles: String?

  @Flag(help: "Compare both sides, and copy nothing.")
  var verify = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    guard (database == nil) != (toFiles == nil) else {
      throw ValidationError("Name either a database with --to, or a folder with --to-files.")
    }
  }

  func run() async throws {
    umask(0o077)
    let source = try await options.load()
    let target = try target(for: source)
    let migration = ServerMigration(
      source: MigrationEnd(source),
      target: MigrationEnd(target),
      printLine: { print($0) }
    )
    if verify {
      print("Both sides are the same: \(try await migration.compare().text).")
      return
    }
    print("Everything is copied and compared: \(try await migration.run().text).")
    print(next(source, target))
  }

  /// The configuration with which the server works afterwards.
  private func target(for source: ServerConfiguration) throws -> ServerConfiguration {
    var target = source
    if let database {
      guard source.database == nil else { throw MigrateCommand.alreadyThere("in a database") }
      guard let settings = ConfigurationSource.database(at: database) else {
        throw ConfigurationSource.problem(
          "What --to names is not an address such as postgresql://trellis@localhost/trellis."
        )
      }
      target.database = settings
    } else if let toFiles {
      guard source.database != nil else { throw MigrateCommand.alreadyThere("in files") }
      target.database = nil
      target.dataFolder = MigrateCommand.absolute(toFiles)
    }
    return target
  }

  private static func absolute(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }

  private static func alreadyThere(_ place: String) -> DomainError {
    DomainError(
      "migration-needless",
      "The server's data already is \(place), as the configuration says. Nothing was changed: name the "
        + "other kind of place, or the server's configuration with  --config ."
    )
  }

  private func next(_ source: ServerConfiguration, _ target: ServerConfiguration) -> String {
    guard let database else {
      let folder =
        target.dataFolder == source.dataFolder
        ? "" : ", and let  data  be \"\(target.dataFolder)\""
      return """
        Now remove  database  from the configuration\(folder). Then start the server.
        Put the ledgers of all other nodes (erasures.log, erased-*.log) at the end of those in \
        \(target.dataFolder) before.
        The database has everything it had: remove that once you miss nothing, for it follows no \
        erasure.
        """
    }
    return """
      Now put this line into the configuration, then start the server:
        "database": "\(DatabaseAddress.withoutPassword(database))",
      The files in \(source.dataFolder) have everything they had. Its keys and ledgers stay in use; \
      remove the .db files once you miss nothing, for they follow no erasure.
      """
  }
}

extension MigrationCounts {
  var text: String {
    "\(entries.counted("entry", "entries")) of \(spaces.counted("space")), and "
      + rows.counted("other row")
  }
}

/// The address of a database as it may be shown.
enum DatabaseAddress {
  /// The address with three dots in place of its password.
  static func withoutPassword(_ address: String) -> String {
    // Of the two forms of libpq, only an address has `&` between its values.
    guard address.contains("://") else {
      return address.replacing(#/(password\s*=\s*)('(?:[^'\\]|\\.)*'|(?:[^\s\\]|\\.)*)/#) {
        "\($0.1)..."
      }
    }
    return
      address
      .replacing(#/^(postgres(?:ql)?://[^:@/]*):[^@/]*@/#) { "\($0.1):...@" }
      .replacing(#/([?&][a-z]*password=)[^&]*/#) { "\($0.1)..." }
  }
}
