import Core
import Glibc
import Loop
import Products
import TrackingContract
import TrackingFormats

/// Decodes the files of other programs in a child process with limits.
///
/// The child is this same program, started with ``mark`` as its first argument. It opens no home,
/// writes the history or the error to its output, and is ended by the system when it exceeds
/// ``DecodingLimits``.
public struct DecodingProcess: HistoryDecoder {
  /// The first argument of the child, before the request in JSON.
  private static let mark = "--decode-history"

  private let program: String
  private let limits: DecodingLimits

  /// - Parameter program: the path of a program that calls ``serve(_:)`` first.
  public init(
    program: String = "/proc/self/exe",
    limits: DecodingLimits = DecodingLimits()
  ) {
    self.program = program
    self.limits = limits
  }

  public func history(
    at path: String,
    format: ImportFormat?,
    columns: TableColumns?,
    zone: Zone?
  ) async throws -> ImportedHistory {
    let output = try await output(of: .history, path, format, columns, zone)
    do {
      return try DecodedHistory.history(in: output)
    } catch {
      throw DecodingProcess.incomplete(error)
    }
  }

  public func outline(at path: String) async throws -> TableOutline? {
    let output = try await output(of: .outline, path, nil, nil, nil)
    do {
      return try JSON.decode(Outline.self, from: output).table
    } catch {
      throw DecodingProcess.incomplete(error)
    }
  }

  /// The output of a child that succeeds.
  private func output(
    of task: Order.Task,
    _ path: String,
    _ format: ImportFormat?,
    _ columns: TableColumns?,
    _ zone: Zone?
  ) async throws -> [UInt8] {
    let order = try JSON.encode(
      Order(
        task: task,
        path: path,
        format: format,
        columns: columns,
        zone: zone?.identifier,
        limits: limits
      )
    )
    var plan = LoopProcess.Plan(
      program,
      [DecodingProcess.mark, String(decoding: order, as: UTF8.self)],
      output: .piped,
      errors: .discarded
    )
    // This avoids a report of the crash, which takes seconds, when memory runs out.
    plan.environment = ["SWIFT_BACKTRACE": "enable=no"]
    for name in ["TMPDIR", "LD_LIBRARY_PATH", "TZDIR"] {
      plan.environment?[name] = getenv(name).map { String(cString: $0) }
    }
    let result: LoopProcess.Result
    do {
      result = try await LoopProcess.run(plan)
    } catch {
      throw DomainError(
        "import-unreadable",
        "The file could not be read, since no process could be started for it (\(error)). Nothing "
          + "was imported: try once more."
      )
    }
    guard result.exit.isSuccess else { throw failure(result, path) }
    return result.output
  }

  private static func incomplete(_ error: any Error) -> DomainError {
    DomainError(
      "import-unreadable",
      "What was read of the file did not arrive as a whole (\(error)). Nothing was imported: try "
        + "once more."
    )
  }

  private func failure(_ result: LoopProcess.Result, _ path: String) -> DomainError {
    if let report = try? JSON.decode(Failure.self, from: result.output) {
      return DomainError(report.code, report.message)
    }
    let name = path.split(separator: "/").last ?? "This file"
    return DomainError(
      "import-too-costly",
      "\(name) takes more memory or time to read than a history of habits does. Nothing was "
        + "imported: export the history once more, and check that this is the right file."
    )
  }

  /// The request to the child.
  private struct Order: Codable {
    enum Task: String, Codable { case history, outline }

    let task: Task
    let path: String
    let format: ImportFormat?
    let columns: TableColumns?
    let zone: String?
    let limits: DecodingLimits
  }

  /// The child's output for a table.
  private struct Outline: Codable {
    let table: TableOutline?
  }

  /// The child's output if a file cannot be decoded.
  private struct Failure: Codable {
    let code: String
    let message: String
  }

  // MARK: The child

  /// Decodes a file and ends the process if the arguments ask for it; otherwise returns.
  ///
  /// Called before anything else in a program.
  ///
  /// - Parameter arguments: the program's arguments, without its name.
  public static func serve(_ arguments: [String]) {
    guard arguments.first == mark, arguments.count == 2 else { return }
    let output = StandardOutput()
    do {
      let order = try JSON.decode(Order.self, from: Array(arguments[1].utf8))
      order.limits.apply()
      output.end(with: try bytes(for: order), status: 0)
    } catch {
      let words = ErrorMessage(error)
      let failure = Failure(
        code: words?.code ?? "import-unreadable",
        message: words?.message ?? "This file cannot be read. Nothing was imported."
      )
      output.end(with: (try? JSON.encode(failure)) ?? [], status: 1)
    }
  }

  private static func bytes(for order: Order) throws -> [UInt8] {
    switch order.task {
    case .history:
      let history = try ImportReader.read(
        path: order.path,
        format: order.format,
        columns: order.columns,
        zone: order.zone.flatMap { Zone(installed: $0) }
      )
      return try DecodedHistory.bytes(of: history)
    case .outline:
      return try JSON.encode(Outline(table: try ImportReader.outline(path: order.path)))
    }
  }
}
