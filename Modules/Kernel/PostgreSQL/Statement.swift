/// A statement that a connection prepares once and then runs by its name.
public struct Statement: Sendable {
  /// Its name on each connection; two statements must not share one.
  public let name: String
  /// Its text, in which `$1` stands for the first parameter.
  public let sql: String
  /// The types of its parameters, in order.
  public let types: [ValueType]

  public init(_ name: String, _ types: [ValueType], _ sql: String) {
    self.name = name
    self.sql = sql
    self.types = types
  }

  public init(_ name: String, _ sql: String) { self.init(name, [], sql) }

  /// This statement with values for all of its parameters.
  public func with(_ fill: (inout Parameters) -> Void) -> BoundStatement {
    var parameters = Parameters()
    fill(&parameters)
    return BoundStatement(self, parameters)
  }

  /// This statement, which has no parameters.
  public var alone: BoundStatement { BoundStatement(self, Parameters()) }
}

/// A statement and the values of its parameters.
public struct BoundStatement: Sendable {
  public let statement: Statement
  package let parameters: Parameters

  init(_ statement: Statement, _ parameters: Parameters) {
    precondition(
      parameters.count == statement.types.count,
      "\(statement.name) has \(statement.types.count) parameters, not \(parameters.count)"
    )
    self.statement = statement
    self.parameters = parameters
  }
}

/// A type of PostgreSQL that values are sent as, named as in SQL.
///
/// Source of the numbers: PostgreSQL's pg_type.dat; they never change.
public enum ValueType: UInt32, Sendable {
  /// The type that the parameter has in the statement; only for NULL, which has the same form in all.
  case unspecified = 0
  case boolean = 16
  case bytea = 17
  case bigint = 20
  case text = 25
  case uuid = 2950
  case byteas = 1001
  case bigints = 1016
  case uuids = 2951
}
