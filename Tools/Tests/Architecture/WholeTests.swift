import Architecture
import Foundation
import Testing

@Suite struct WholeTests {
  private let finding = Finding(.length, "A.swift", 401, "Long.")

  @Test func `an exemption takes its finding away`() {
    let exemptions = Exemptions(file: "list", "# why\n\nlength A.swift It is a table.\n")
    #expect(exemptions.applied(to: [finding]).isEmpty)
  }

  @Test func `an exemption that nothing needs is an error, and so is one without a reason`() {
    let stale = Exemptions(file: "list", "length B.swift It is a table.\n")
    #expect(stale.applied(to: [finding]).map(\.rule) == [.length, .exemption])
    let bare = Exemptions(file: "list", "length A.swift\n")
    #expect(bare.applied(to: []).map(\.line) == [1])
  }

  @Test func `a declared dependency obeys the same law`() throws {
    let target = Samples.target("BDomain", "Modules/B/Domain", ["ADomain"])
    #expect(DependencyLaw(Samples.graph).objection(to: "ADomain", in: target) != nil)
    #expect(DependencyLaw(Samples.graph).objection(to: "AContract", in: target) == nil)
  }

  @Test func `an objection says what to do instead`() throws {
    let law = DependencyLaw(Samples.graph)
    let domain = Samples.target("BDomain", "Modules/B/Domain", [])
    #expect(law.objection(to: "ADomain", in: domain)?.contains("by a request") == true)
    let contract = Samples.target("BContract", "Modules/B/Contract", [])
    #expect(law.objection(to: "ADomain", in: contract)?.contains("move what needs it") == true)
  }

  @Test func `the drawing leaves out what follows and what tests know`() throws {
    let drawing = ModuleDrawing(Samples.graph).mermaid
    #expect(drawing.contains("BDomain --> BContract"))
    #expect(!drawing.contains("BDomain --> Core"))
    #expect(!drawing.contains("ATests"))
  }

  @Test func `a document keeps all but the drawing, and drawing twice changes nothing`() throws {
    let marks = "before\n\(ModuleDrawing.begin)\nold\n\(ModuleDrawing.end)\nafter\n"
    let drawing = ModuleDrawing(Samples.graph)
    let written = try #require(drawing.written(into: marks))
    #expect(written.hasPrefix("before\n") && written.hasSuffix("after\n"))
    #expect(!written.contains("old"))
    #expect(drawing.written(into: written) == written)
    #expect(drawing.written(into: "no marks") == nil)
  }

  @Test func `SwiftPM's description of a package is read`() throws {
    let json = """
      {"targets": [{"name": "A", "path": "Modules/A/Domain", "sources": ["x.swift", "y.c"],
        "target_dependencies": ["B"], "product_dependencies": ["C"], "type": "library"},
        {"name": "ATests", "path": "Tests/A", "sources": ["z.swift"], "type": "test"}]}
      """
    let graph = try PackageGraph(json: Data(json.utf8))
    #expect(graph.targets.map(\.isTest) == [false, true])
    let target = try #require(graph.target("A"))
    #expect(target.dependencies == ["B", "C"])
    #expect(target.swiftFiles == ["Modules/A/Domain/x.swift"])
    #expect(target.files == ["Modules/A/Domain/x.swift", "Modules/A/Domain/y.c"])
    #expect(target.layer == .domain(module: "A"))
  }

  @Test func `the compiler's hidden flag still says what is imported`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = """
      @testable import Alpha
      import struct Beta.Value
      // import Gamma
      #if NEVER
      import Delta
      #endif
      let text = "import Epsilon"
      """
    try text.write(
      to: folder.appendingPathComponent("a.swift"),
      atomically: true,
      encoding: .utf8
    )
    let modules = try CompilerImports.modules(of: ["a.swift"], in: folder.path)
    #expect(modules == ["Alpha", "Beta"])
  }
}
