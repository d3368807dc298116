import Accounts
import AppSupport
import Core
import FileSystem
import Pages
import Presentation
import Runtime
import SQLiteJournal

/// The state of the server in figures: nothing of what anybody keeps.
struct OperatorStatus: Sendable {
  let accounts: AccountStore
  let services: AccountServices
  let products: ServedProducts
  let health: ServerHealth
  let data: ServerData
  /// Whether accounts, friends and entries are in a database instead of files.
  let usesDatabase: Bool

  func health(by authority: Authority) async throws -> HTML {
    let count = try await accounts.count(by: authority)
    var open = 0
    for product in products.all { open += await product.runtime.openSpaces() }
    let figures = [
      Figure(value: "\(count.accounts)", label: count.accounts == 1 ? "account" : "accounts"),
      Figure(value: "\(count.suspended)", label: "suspended"),
      Figure(value: "\(open)", label: open == 1 ? "space in memory" : "spaces in memory"),
      Figure(value: "\(services.streams.count)", label: "listening"),
    ]
    let isReady = await health.isReady()
    return HTML.card(
      "Health",
      """
      <p><b>\(isReady ? "The server answers." : "The server cannot read its files: look at its log.")\
      </b></p>\(HTML.figures(figures))<p class="small muted">Version \(AppVersion.current)</p>
      """
    )
  }

  var storage: HTML {
    let stores = usesDatabase ? [] : [("Accounts", data.accounts), ("Friends", data.friends)]
    let files =
      stores
      + products.all.flatMap { product in
        let title = product.product.title
        let entries = [("\(title): entries", data.spaces(of: product.name))]
        let answers = ("\(title): kept answers", data.responses(of: product.name))
        return (usesDatabase ? [] : entries) + [answers]
      }
    let rows = files.map { name, file -> HTML in
      """
      <div class="spread"><span>\(name)</span>\
      <span>\(ByteCount(ServerData.bytes(of: file)).words)</span></div>
      """
    }
    let free = data.freeBytes.map { bytes -> HTML in
      "<p><b>\(ByteCount(bytes).words) free</b></p>"
    }
    let database: HTML? =
      usesDatabase ? "<p>Accounts, friends and entries are in a PostgreSQL database.</p>" : nil
    return HTML.card("Storage", "\(free)\(database)\(HTML.list(rows))")
  }
}
