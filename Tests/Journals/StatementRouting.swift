import Locks
import PostgreSQL

@testable import PostgreSQLJournal

/// To which of several databases a statement would go if each of them had some of the spaces.
enum StatementRoute: Equatable {
  /// It concerns the space that it names first, and so the database of that space.
  case space(UInt128)
  /// It concerns all spaces, as ``CrossSpaceStatements`` explains.
  case everywhere
  /// It concerns no space: it begins or ends a transaction, makes tables, or talks to other nodes.
  case nowhere
}

extension BoundStatement {
  /// Nil for a statement that an engine could not route.
  var route: StatementRoute? {
    switch statement.name {
    case "append begin", "append wait shortly", "append commit": .nowhere
    case "read begin", "read end": .nowhere
    case "all notify", "all channel", "all share", "all take": .nowhere
    case let name where name.hasPrefix("migration"): .nowhere
    case "all claim", "all is due", "all next alarm", "all spaces", "all heads": .everywhere
    default: statement.bindsAllTables ? parameters.firstUUID.map { .space($0) } : nil
    }
  }
}

extension Statement {
  /// Whether each table that the statement mentions is restricted to the space that it names first.
  ///
  /// That restriction is `space = $1`, a join by the space, or a row that is inserted with it.
  var bindsAllTables: Bool {
    let tables = Schema.tablesOfSpaces.joined(separator: "|")
    guard types.first == .uuid,
      let mentions = try? Regex(#"\b(FROM|JOIN|UPDATE|INTO)\s+(\#(tables))\b"#),
      let bounds = try? Regex(
        #"space = (\$1|\w+\.space)\b|VALUES \(\$1[,)]|^INSERT[^$]*SELECT \w+\.space\b"#
      )
    else { return false }
    let count = sql.matches(of: mentions).count
    return count > 0 && sql.matches(of: bounds).count >= count
  }
}

/// Finds the statements that an engine could not route.
final class RoutingCheck: Sendable {
  private let found = SharedLocked<(known: Set<String>, astray: Set<String>)>(([], []))

  var names: Set<String> { found.withLock { $0.astray } }

  /// What shows the statements of a connection to this check, each name once.
  var observer: StatementObserver {
    { [found] statement, _ in
      found.withLock { found in
        let name = statement.statement.name
        guard found.known.insert(name).inserted, statement.route == nil else { return }
        found.astray.insert(name)
      }
    }
  }
}

/// Statements that ran, with the rows that they returned.
final class StatementLog: Sendable {
  struct Entry: Sendable {
    let statement: BoundStatement
    let answer: StatementAnswer
  }

  private let kept = SharedLocked<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }

  /// What adds the statements of a connection to this log.
  var observer: StatementObserver {
    { [kept] statement, rows in
      let entry = Entry(statement: statement, answer: StatementAnswer(rows))
      kept.withLock { $0.append(entry) }
    }
  }
}

/// What a statement returned and how many rows it changed.
struct StatementAnswer: Equatable, Sendable {
  /// Values in binary form, the rows in an order of their own, since not every statement asks for one.
  var rows: [[[UInt8]?]]
  var changes: Int

  init(_ found: Rows) {
    rows = (0..<found.count).map { row in
      (0..<found.width).map { found.isNull(row, $0) ? nil : found.bytes(row, $0) }
    }
    changes = found.changes
    sort()
  }

  /// Adds what another database returned.
  mutating func add(_ other: StatementAnswer) {
    rows += other.rows
    changes += other.changes
    sort()
  }

  private mutating func sort() { rows.sort { "\($0)" < "\($1)" } }
}
