import Architecture
import Foundation
import Testing

/// The tool that adds a product, in a project of a few modules.
@Suite struct NewProductTests {
  private static let files = [
    "Package.swift": """
    let features: [Feature] = [
      Feature("Profile"),
      Feature("MorningPages"),
      Feature("Dreams", consumes: ["MorningPages"]),
      Feature("Unwanted"),
    ]
    """,
    "Modules/Profile/Domain/ProfileModule.swift": "",
    "Modules/MorningPages/Domain/MorningPagesModule.swift": "",
    "Modules/Dreams/Domain/DreamsModule.swift": """
    public static let manifest = Manifest(
      name: "dreams",
      needs: [
        "morning-pages",
        "profile",
      ],
      owns: ["dreams.dreamt"]
    )
    """,
    "Modules/Unwanted/Domain/UnwantedModule.swift": "",
    "Apps/Products/ProductCatalog.swift": """
    import Core

    let products: [Product] = [
          // scaffold:products
    ]
    let presentations: [any CommandPresentation.Type] = [
          // scaffold:presentations
    ]
    """,
  ]

  /// Runs the tool in a project of its own, and returns what it wrote there.
  private func newProduct(_ arguments: String...) throws -> (result: Shell.Result, text: String) {
    let project = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: project) }
    for (path, text) in Self.files {
      let file = project.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let tools = project.appendingPathComponent("Tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    for name in ["new-product", "scaffolding"] {
      try FileManager.default.copyItem(
        at: Project.folder.appendingPathComponent("Tools/\(name)"),
        to: tools.appendingPathComponent(name)
      )
    }
    let result = try Shell.run(["Tools/new-product"] + arguments, in: project.path)
    let written = project.appendingPathComponent("Apps/Products/\(arguments[0]).swift")
    return (result, (try? String(contentsOf: written, encoding: .utf8)) ?? "")
  }

  @Test func `modules that a module needs come along, whatever their names`() throws {
    let (result, text) = try newProduct("Journal", "--modules", "Dreams")
    #expect(result.status == 0, "\(result.errors)")
    for module in ["Profile", "MorningPages", "Dreams"] {
      #expect(text.contains("\(module)Module.self"), "\(text)")
      #expect(text.contains("import \(module)Domain"), "\(text)")
    }
    #expect(!text.contains("Unwanted"))
  }

  @Test func `a word of Swift is no name, and nothing is written`() throws {
    let (result, text) = try newProduct("Default", "--modules", "Dreams")
    #expect(result.status == 64)
    #expect(result.errors.contains("“default” is a word of Swift"))
    #expect(text.isEmpty)
  }

  @Test func `a module that is not there is named, and nothing is written`() throws {
    let (result, text) = try newProduct("Journal", "--modules", "Dreams,Nights")
    #expect(result.status == 64)
    #expect(result.errors.contains("There is no module Nights; nothing was written."))
    #expect(text.isEmpty)
  }
}
