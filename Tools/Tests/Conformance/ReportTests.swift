import Conformance
import Testing

@Suite struct ReportTests {
  private let heading = "id\tproduct\trequirement\tby\tnote\n"

  private func report(_ lines: String..., results: [TestResult]) throws -> ConformanceReport {
    let ledger = try Ledger(heading + lines.joined(separator: "\n"))
    return ConformanceReport(ledger, results, steps: ["architecture"])
  }

  @Test func `a requirement whose tests pass needs nothing`() throws {
    let report = try report(
      "K-1\tstreaks\tStreaks\ttests\t",
      "P-1\tplatform\tBus\tstep architecture\t",
      "K-10\tstreaks\tSync\tlater\tneeds a server",
      results: [TestResult(id: ["K-1"], name: "K-1 counts", result: .passed)]
    )
    #expect(report.findings.isEmpty)
    #expect(report.rows.map(\.result) == ["passed", "in architecture", "not yet"])
  }

  @Test func `a requirement without a test is found`() throws {
    let report = try report("K-1\tstreaks\tStreaks\ttests\t", results: [])
    #expect(report.findings.count == 1)
    #expect(report.rows.map(\.result) == ["NO TEST"])
  }

  @Test func `what is for later must not have tests`() throws {
    let report = try report(
      "K-10\tstreaks\tSync\tlater\tneeds a server",
      results: [TestResult(id: ["K-10"], name: "K-10 syncs", result: .passed)]
    )
    #expect(report.findings.count == 1)
  }

  @Test func `a failure, an unknown id, no id and an unknown step are found`() throws {
    let report = try report(
      "K-1\tstreaks\tStreaks\ttests\t",
      "P-5\tplatform\tAlone\tstep nowhere\t",
      results: [
        TestResult(id: ["K-1"], name: "K-1 counts", result: .failed, message: "0 is not 1"),
        TestResult(id: ["Z-9"], name: "Z-9 dreams", result: .passed),
        TestResult(id: [], name: "nameless", result: .passed),
      ]
    )
    #expect(report.findings.count == 4)
    #expect(report.text.contains("0 is not 1"))
  }

  @Test func `the table fits 80 columns`() throws {
    let report = try report(
      "K-1\tstreaks\t\(String(repeating: "word ", count: 60))\ttests\t\(String(repeating: "why ", count: 40))",
      results: [TestResult(id: ["K-1"], name: "K-1 counts", result: .skipped)]
    )
    #expect(report.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    "K-1\tstreaks\tStreaks\ttests", "K-1\ts\tS\tsometimes\t", "K\ts\tS\ttests\t",
    "K-1\ts\tS\tlater\t", "K-1\ts\tS\ttests\t\nK-1\ts\tS\ttests\t",
  ])
  func `a ledger that says nothing clear is refused`(line: String) {
    #expect(throws: ToolError.self) { try Ledger(heading + line) }
  }
}
