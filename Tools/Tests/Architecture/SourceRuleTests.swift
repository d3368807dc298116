import Architecture
import Testing

@Suite struct SourceRuleTests {
  @Test func `four hundred lines are few enough, one more is not`() {
    let line = "let a = 1\n"
    #expect(Samples.rules(String(repeating: line, count: 400)).isEmpty)
    #expect(Samples.rules(String(repeating: line, count: 401)).map(\.rule) == [.length])
  }

  static let unproven = [
    "final class A: @unchecked Sendable {}", "nonisolated(unsafe) let a = 1",
    "let a = unsafeBitCast(b, to: C.self)", "unsafeDowncast(a, to: B.self)", "let a = try! b()",
  ]

  @Test(arguments: unproven) func `what is not proven needs a reason`(_ code: String) {
    #expect(Samples.rules("let x = 1\n\(code)\n").map(\.rule) == [.unproven])
    #expect(Samples.rules("// Why.\n\n\(code)\n").map(\.rule) == [.unproven])
    #expect(Samples.rules("// Why.\n\(code)\n").isEmpty)
    #expect(Samples.rules("\(code)  // Why.\n").isEmpty)
    #expect(Samples.rules("/// Why.\nfunc a() {\n  \(code)\n}\n").isEmpty)
  }

  @Test(arguments: [
    "let a = Date()", "try await Task.sleep(for: .zero)", "print(1)", "\"\\(Date())\"",
  ])
  func `domains and contracts are pure, apps need not be`(_ code: String) {
    #expect(Samples.rules(code).map(\.rule) == [.impure])
    #expect(Samples.rules(code, in: "Modules/A/Contract").map(\.rule) == [.impure])
    #expect(Samples.rules(code, in: "Apps/CLI").isEmpty)
  }

  @Test(arguments: [
    "// print(1)", "\"print(1)\"", "output.print(1)", "func print(_ a: Int)", "blueprint(1)",
  ])
  func `what only looks like it is left alone`(_ code: String) {
    #expect(Samples.rules(code).isEmpty)
  }

  @Test func `the spelling that is miscompiled is banned everywhere`() {
    let code = "nonisolated(nonsending) func a() async {}\n"
    #expect(Samples.rules(code, in: "Tests/A").map(\.rule) == [.banned])
  }

  @Test(arguments: ["struct A {}", "enum A {}", "protocol A {}", "final class A {}", "func a() {}"])
  func `what is public says what it means`(_ code: String) {
    func rules(_ text: String) -> [Rule] {
      DocumentationRule(SourceText(path: "", text)).findings.map(\.rule)
    }
    #expect(rules("public \(code)\n") == [.undocumented])
    #expect(rules("// Why.\npublic \(code)\n") == [.undocumented])
    #expect(rules("/// What.\npublic \(code)\n").isEmpty)
    #expect(rules("/// What.\n@frozen\npublic \(code)\n").isEmpty)
    #expect(rules("\(code)\n").isEmpty)
  }

  @Test func `the summary of a request is its documentation`() {
    let text = "public struct A: Query {\n  public static let summary = \"A.\"\n}\n"
    #expect(DocumentationRule(SourceText(path: "", text)).findings.isEmpty)
  }
}
