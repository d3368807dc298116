import Catalogue
import Core
import FileSystem
import Glibc
import Presentation
import Products

let usage = """
  Usage: Tools/catalogue [--write | --freeze | --json]

  Without an option, checks that nothing frozen is broken, and that the pages and the frozen files are
  up to date. --write writes the pages of messages for the SDK's documentation, --freeze adds new
  messages and members to Tests/Compatibility/messages and writes the pages, and --json prints the
  catalogue for programs. Run it in the project's folder.
  """

/// Prints why something failed and ends the program.
func fail(_ reason: String) -> Never {
  print(reason)
  exit(1)
}

/// The manifests of all modules of all products, each once.
var manifests: [Manifest] {
  var known: Set<String> = []
  return ProductCatalog.products.flatMap { $0.modules.map { $0.manifest } }
    .filter { known.insert($0.name).inserted }
}

func write(_ pages: CataloguePages) throws {
  let folder = CataloguePages.folder(in: ".")
  for (name, text) in pages.files {
    try AtomicFile.write(Array(text.utf8), to: "\(folder)/\(name)")
  }
}

do {
  let catalogue = try Catalogue(of: manifests)
  let comments = try SourceComments(of: ".")
  let frozen = try FrozenMessages(in: FrozenMessages.folder(in: "."))
  let pages = CataloguePages(catalogue, comments: comments, frozen: frozen)
  switch Array(CommandLine.arguments.dropFirst()) {
  case []:
    let faults = try CatalogueCheck(catalogue, frozen, pages).faults(in: ".")
    guard faults.isEmpty else { fail(faults.joined(separator: "\n")) }
    print(
      "\(catalogue.messages.count) messages, \(frozen.messages.count) frozen: nothing is broken."
    )
  case ["--write"]: try write(pages)
  case ["--freeze"]:
    let files = try frozen.freeze(catalogue)
    let after = try FrozenMessages(in: frozen.folder)
    try write(CataloguePages(catalogue, comments: comments, frozen: after))
    print(files.isEmpty ? "Everything was frozen already." : files.joined(separator: "\n"))
  case ["--json"]: print(try JSON.pretty(CatalogueDocument(catalogue, comments: comments)))
  case ["--help"], ["-h"]: print(usage)
  default: fail(usage)
  }
} catch { fail("\(error)") }
