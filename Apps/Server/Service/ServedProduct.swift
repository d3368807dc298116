import Core
import Journals
import Presentation
import Replication
import Runtime
import Web

/// A product that the server offers, with the spaces of everybody who uses it.
struct ServedProduct: Sendable {
  let product: Product
  /// The address of the product, without a slash at the end: `https://sober.example.org`.
  let address: String
  let journal: any SyncStore
  /// Says whether the histories in the journal are what was written.
  let chains: RecentVerification
  /// The spaces that people use at the server itself, opened on request.
  ///
  /// It uses the same journal as the answers to devices, with the identity under which the
  /// replicator numbers entries made here. Spaces of sealed accounts are never opened.
  let runtime: Runtime
  let replicator: ServerReplicator
  /// What people have erased within their spaces.
  let ledger: FactLedger
  /// Notifies pages and devices of changes in a space.
  let news: SpaceNews
  /// Receives the spaces that devices have written to.
  let growth: SpaceGrowth
  let plain: ProductRules
  let sealed: SealedRules
  let site: StandaloneSite

  /// The maximum memory of idle spaces that stay open for the next request of their owners.
  static let openBytes = 128 << 20

  var name: String { product.name }

  /// The rules for entries from the devices of an account.
  func rules(isSealed: Bool) -> any SyncRules { isSealed ? sealed : plain }
}

/// The products that a server offers, distinguished by the host names of requests.
struct ServedProducts: Sendable {
  let all: [ServedProduct]
  private let byHost: [String: Int]
  /// Whether any other name is treated as the first product's.
  private let takesAnyHost: Bool

  /// - Parameter takesAnyHost: whether requests under other names are for the first product.
  init(_ all: [ServedProduct], takesAnyHost: Bool) {
    self.all = all
    self.takesAnyHost = takesAnyHost
    var byHost: [String: Int] = [:]
    for (index, product) in all.enumerated() {
      let host = ServedProducts.host(of: product.address)
      byHost[host] = byHost[host] ?? index
    }
    self.byHost = byHost
  }

  /// The product at a host name, with a port or without.
  func product(at authority: String?) -> ServedProduct? {
    if let index = byHost[ServedProducts.name(authority ?? "")] { return all[index] }
    return takesAnyHost ? all.first : nil
  }

  func product(named name: String) -> ServedProduct? { all.first { $0.name == name } }

  /// The host name in the address of a product, by which requests for it are recognized.
  static func host(of address: String) -> String {
    name(address.split(separator: "/").last.map(String.init) ?? "")
  }

  /// A host name without its port, in lower case.
  private static func name(_ authority: String) -> String {
    let lower = authority.lowercased()
    guard let colon = lower.lastIndex(of: ":"), lower[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return lower }
    return String(lower[..<colon])
  }
}
