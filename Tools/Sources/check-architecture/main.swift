import Architecture
import Foundation

let usage = """
  Usage: Tools/check-architecture [--write-graph]

  Checks who imports whom, and the rules of single files, against the dependency rules in
  CONTRIBUTING.md.
  --write-graph draws the graph of modules into CONTRIBUTING.md first.
  """

func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(status)
}

// The script passes the project's folder first.
let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else { fail(usage, 64) }
let options = arguments.dropFirst()
if options.contains("--help") {
  print(usage)
  exit(0)
}
guard options.allSatisfy({ $0 == "--write-graph" }) else { fail(usage, 64) }

do {
  let check = try ArchitectureCheck(folder: folder)
  if options.contains("--write-graph"), try check.writeGraph() {
    print("The module graph in \(ArchitectureCheck.document) was drawn anew.")
  }
  let findings = try check.findings()
  for finding in findings { print(finding) }
  guard findings.isEmpty else {
    fail("The architecture check found \(findings.count) things to put right.", 1)
  }
  print("The architecture is as agreed.")
} catch {
  fail("The architecture could not be checked. \(error)", 2)
}
