import Core
import FileSystem

/// Checks that nothing frozen is broken, and that the generated pages are up to date.
public struct CatalogueCheck {
  private let catalogue: Catalogue
  private let frozen: FrozenMessages
  private let pages: CataloguePages

  public init(_ catalogue: Catalogue, _ frozen: FrozenMessages, _ pages: CataloguePages) {
    self.catalogue = catalogue
    self.frozen = frozen
    self.pages = pages
  }

  /// What is wrong with the project in the folder `root`, and what to do; empty if nothing is.
  public func faults(in root: String) throws -> [String] {
    let broken = frozen.breaks(in: catalogue)
    guard broken.isEmpty else { return [FrozenMessages.advice(broken)] }
    let missing = frozen.unfrozen(in: catalogue).map(\.file)
    guard missing.isEmpty else {
      return ["Not frozen yet; run Tools/catalogue --freeze: \(missing.joined(separator: ", "))"]
    }
    let stale = try stalePages(in: CataloguePages.folder(in: root))
    return stale.isEmpty
      ? [] : ["Not up to date; run Tools/catalogue --write: \(stale.joined(separator: ", "))"]
  }

  private func stalePages(in folder: String) throws -> [String] {
    let files = pages.files
    let leftovers = try FolderListing.names(in: folder).filter { files[$0] == nil }
    let stale = files.filter { name, text in
      let bytes = try? FileContents.read("\(folder)/\(name)", limit: 1 << 22)
      return bytes != Array(text.utf8)
    }
    return (leftovers + stale.keys).sorted()
  }
}
