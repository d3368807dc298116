import Catalogue
import Core
import Foundation
import Presentation
import Products
import Testing

/// What is promised of every event and request: what was frozen of it is read for ever, and means the
/// same.
@Suite struct MessageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private func catalogue() throws -> Catalogue {
    var known: Set<String> = []
    let manifests = ProductCatalog.products.flatMap { $0.modules.map { $0.manifest } }
      .filter { known.insert($0.name).inserted }
    return try Catalogue(of: manifests)
  }

  @Test func `no event and no request breaks what was promised of it`() throws {
    let catalogue = try catalogue()
    let frozen = try FrozenMessages(in: FrozenMessages.folder(in: Self.root))
    #expect(frozen.messages.count > 90)
    let broken = frozen.breaks(in: catalogue)
    #expect(broken.isEmpty, "\(FrozenMessages.advice(broken))")
  }

  @Test func `all of them are frozen, and the pages about them are up to date`() throws {
    let catalogue = try catalogue()
    let frozen = try FrozenMessages(in: FrozenMessages.folder(in: Self.root))
    let comments = try SourceComments(of: Self.root)
    let pages = CataloguePages(catalogue, comments: comments, frozen: frozen)
    let faults = try CatalogueCheck(catalogue, frozen, pages).faults(in: Self.root)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
