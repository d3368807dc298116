import Conformance
import Foundation

func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(status)
}

func text(of file: String) throws -> String {
  do {
    return try String(contentsOfFile: file, encoding: .utf8)
  } catch {
    throw ToolError("\(file) cannot be read.")
  }
}

// Called only by the script Tools/conformance, which documents the options.
var ledger: String?
var results: [TestResult] = []
var steps: Set<String> = []
var isJSON = false
var arguments = CommandLine.arguments.dropFirst()

do {
  while let option = arguments.popFirst() {
    if option == "--json" {
      isJSON = true
      continue
    }
    guard let value = arguments.popFirst() else { throw ToolError("\(option) needs a value.") }
    switch option {
    case "--ledger": ledger = value
    case "--events": results += try EventStream(text(of: value)).results
    case "--results": results += try TestResult.read(text(of: value), from: value)
    case "--steps": steps.formUnion(value.split(separator: " ").map(String.init))
    default: throw ToolError("“\(option)” is not known; see Tools/conformance --help.")
    }
  }
  guard let ledger else { throw ToolError("--ledger is missing.") }
  let report = ConformanceReport(try Ledger(text(of: ledger)), results, steps: steps)
  print(isJSON ? try report.json : report.text)
  exit(report.findings.isEmpty ? 0 : 1)
} catch {
  fail("The conformance report cannot be made. \(error)", 2)
}
