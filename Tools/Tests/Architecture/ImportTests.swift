import Architecture
import Testing

@Suite struct ImportTests {
  @Test(arguments: [
    ("AContract", "Loop"), ("CUV", "Core"), ("CUV", "SQLite"), ("CSQLite", "Loop"),
    ("Foundation", "Loop"), ("ADomain", "BContract"), ("Commands", "AContract"),
    ("Glibc", "AContract"), ("ADomain", "BDomain"), ("APresentation", "ADomain"),
    ("ArgumentParser", "ADomain"), ("SQLite", "ADomain"), ("Foundation", "ADomain"),
    ("FoundationNetworking", "BDomain"), ("Hummingbird", "BDomain"), ("ADomain", "APresentation"),
    ("Glibc", "APresentation"), ("ADomain", "app"), ("BDomain", "BFormats"), ("Crypto", "Core"),
    ("Crypto", "BFormats"), ("Foundation", "app"), ("BFormats", "APresentation"),
    ("CCairo", "BPresentation"), ("CZlib", "BFormats"), ("BFormats", "BDomain"),
    ("Presentation", "Core"), ("Presentation", "ADomain"), ("Commands", "Pages"),
    ("ArgumentParser", "Pages"), ("AContract", "Presentation"), ("Loop", "Pages"),
  ])
  func `who may not be known is refused`(_ module: String, _ target: String) {
    let found = Samples.imports("import \(module)\n", in: target)
    #expect(found.map(\.rule) == [.dependency])
  }

  @Test(arguments: [
    ("CUV", "Loop"), ("CSQLite", "SQLite"), ("Core", "AContract"), ("AContract", "BContract"),
    ("AContract", "BDomain"), ("FoundationEssentials", "ADomain"), ("Synchronization", "ADomain"),
    ("Glibc", "ADomain"), ("Commands", "APresentation"), ("ArgumentParser", "APresentation"),
    ("ADomain", "Products"), ("APresentation", "Products"), ("ADomain", "ATests"),
    ("Foundation", "ATests"), ("SQLite", "BFormats"), ("Products", "app"),
    ("BFormats", "BPresentation"), ("Core", "Pages"), ("Presentation", "Pages"),
  ])
  func `who may be known is not`(_ module: String, _ target: String) {
    #expect(Samples.imports("import \(module)\n", in: target).isEmpty)
  }

  @Test func `pages of a module know nothing of the command line`() {
    for name in ["Commands", "ArgumentParser"] {
      let found = Samples.imports("import \(name)\n", in: "APresentation", file: "Web/Page.swift")
      #expect(found.map(\.rule) == [.dependency])
    }
  }

  @Test func `what is imported must be declared`() {
    let found = Samples.imports("import Core\nimport BContract\n", in: "ADomain")
    #expect(found.map(\.line) == [2])
    #expect(found.first?.message.contains("consumes") == true)
  }

  @Test func `a module inside a condition is refused, a library is not`() {
    let text = "#if DEBUG\nimport AContract\nimport Glibc\n#endif\nimport Core\n"
    let found = Samples.imports(text, in: "ADomain")
    #expect(found.map(\.rule) == [.conditionalImport])
    #expect(found.map(\.line) == [2])
  }

  @Test(arguments: [
    "import ADomain", "@testable import ADomain", "public import ADomain",
    "@_spi(Test) @testable import ADomain", "import struct ADomain.State", "  import ADomain",
    "import Core; import ADomain", "import `ADomain`",
  ])
  func `every spelling of an import is seen`(_ text: String) {
    #expect(SourceText(path: "", text).imports.last?.module == "ADomain")
  }

  @Test func `comments and strings import nothing`() {
    let text = "// import A\n/* import B\nimport C */\nlet s = \"\"\"\nimport D\n\"\"\"\n"
    #expect(SourceText(path: "", text).imports.isEmpty)
  }
}
