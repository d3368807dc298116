import CPostgreSQL

extension Connection {
  /// Runs statements one after the other in a single round trip, and returns the rows of each.
  ///
  /// Unless a transaction is open, they form one: all of them take effect or none does. After an
  /// error the following ones are not run.
  ///
  /// - Throws: the first error; if ``isUsable`` is false then, the last of what was sent may have
  ///   taken effect.
  public func run(_ queries: [BoundStatement]) throws(PostgreSQLError) -> [Rows] {
    if queries.isEmpty { return [] }
    let limit = deadline
    guard PQenterPipelineMode(handle) == 1 else { throw broken() }
    let steps = try send(queries)
    var answers = PipelineAnswers()
    for step in steps { try take(step, limit, &answers) }
    try take(.end, limit, &answers)
    guard PQexitPipelineMode(handle) == 1 else { throw broken(answers.failure) }
    if let failure = answers.failure { throw failure }
    if let observer { for (query, rows) in zip(queries, answers.rows) { observer(query, rows) } }
    return answers.rows
  }

  /// Runs a single statement.
  public func run(_ query: BoundStatement) throws(PostgreSQLError) -> Rows {
    guard let rows = try run([query]).first else {
      throw PostgreSQLError(.other, "no answer", statement: query.statement.name)
    }
    return rows
  }

  private func send(_ queries: [BoundStatement]) throws(PostgreSQLError) -> [PipelineStep] {
    var steps: [PipelineStep] = []
    steps.reserveCapacity(queries.count)
    var preparing: Set<String> = []
    for query in queries {
      let statement = query.statement
      if !prepared.contains(statement.name), preparing.insert(statement.name).inserted {
        try sendPreparation(of: statement)
        steps.append(.preparation(statement.name))
      }
      let isSent = query.parameters.withPointers { values, sizes, forms in
        PQsendQueryPrepared(handle, statement.name, Int32(sizes.count), values, sizes, forms, 1)
      }
      guard isSent == 1 else { throw broken() }
      steps.append(.query(statement.name))
    }
    guard PQpipelineSync(handle) == 1 else { throw broken() }
    return steps
  }

  private func sendPreparation(of statement: Statement) throws(PostgreSQLError) {
    let types = statement.types.map { Oid($0.rawValue) }
    let isSent = PQsendPrepare(
      handle,
      statement.name,
      statement.sql,
      Int32(types.count),
      types
    )
    guard isSent == 1 else { throw broken() }
  }

  /// Takes the answer to one step.
  private func take(
    _ step: PipelineStep,
    _ limit: Int64,
    _ answers: inout PipelineAnswers
  ) throws(PostgreSQLError) {
    guard let result = try next(limit) else { throw broken(answers.failure) }
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      PQclear(result)
      // Nothing follows the end of a pipeline, not even the mark that separates answers.
      return
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
      let rows = Rows(result)
      if case .preparation(let name) = step { prepared.insert(name) }
      if case .query = step { answers.rows.append(rows) }
    case PGRES_PIPELINE_ABORTED: PQclear(result)
    default:
      answers.failure = answers.failure ?? PostgreSQLError(result, statement: step.name)
      PQclear(result)
    }
    if PQstatus(handle) == CONNECTION_BAD { throw broken(answers.failure) }
    while let more = try next(limit) { PQclear(more) }
  }
}

/// Something that was sent and is answered.
private enum PipelineStep {
  case preparation(String)
  case query(String)
  case end

  var name: String {
    switch self {
    case .preparation(let name), .query(let name): name
    case .end: ""
    }
  }
}

/// What has been answered so far.
private struct PipelineAnswers {
  var rows: [Rows] = []
  var failure: PostgreSQLError?
}
