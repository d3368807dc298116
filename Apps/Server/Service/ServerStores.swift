import Accounts
import AppSupport
import Core
import Engine
import EventDispatch
import HTTPServing
import Journals
import Logging
import Presentation
import Products
import Replication
import SQLiteJournal
import Web

/// What the server keeps, open.
struct ServerStores: Sendable {
  let accounts: AccountStore
  let products: ServedProducts
  let health: ServerHealth
  /// The public key that receipts are signed with, in hexadecimal.
  let publicKey: String
  let clock: any WallClock

  /// Opens everything.
  ///
  /// - Throws: an error with words for the operator.
  static func open(
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ logger: Logger
  ) async throws -> ServerStores {
    try Zone.selfTest()
    let clock = SystemClock()
    let accounts = try openAccounts(configuration, data, clock, logger)
    let signer = try ReceiptSigner(key: try SecretFile(data.signingKey).load())
    var served: [ServedProduct] = []
    for (index, name) in configuration.products.enumerated() {
      served.append(try await open(name, index, configuration, data, signer))
    }
    let products = ServedProducts(served, takesAnyHost: configuration.products.count == 1)
    return ServerStores(
      accounts: accounts,
      products: products,
      health: ServerHealth(accounts: accounts, products: products),
      publicKey: Hexadecimal.text(signer.publicKey),
      clock: clock
    )
  }

  static func openAccounts(
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ clock: any WallClock,
    _ logger: Logger
  ) throws -> AccountStore {
    try AccountStore(
      AccountStore.Files(
        database: data.accounts,
        erasures: data.erasures,
        pepper: configuration.pepper
      ),
      policy: configuration.accounts,
      clock: clock,
      listener: { SecurityLog.write($0, to: logger) }
    )
  }

  private static func open(
    _ name: String,
    _ index: Int,
    _ configuration: ServerConfiguration,
    _ data: ServerData,
    _ signer: ReceiptSigner
  ) async throws -> ServedProduct {
    guard let product = ProductCatalog.product(named: name), product.policies.offersAccounts else {
      let names = ProductCatalog.products.filter(\.policies.offersAccounts).map(\.name)
      throw ConfigurationSource.problem(
        "There is no product “\(name)” with accounts; there are: \(names.joined(separator: ", "))."
      )
    }
    let journal = try SQLiteJournal(path: data.spaces(of: name))
    return ServedProduct(
      product: product,
      address: configuration.address(of: name, at: index),
      journal: journal,
      replicator: replicator(journal, data, of: name, signer),
      plain: ProductRules(
        readers: try ModuleSet(product.modules, on: LocalBus()).readers,
        limits: configuration.quota
      ),
      sealed: SealedRules(limits: configuration.quota),
      site: try StandaloneSite(product)
    )
  }

  static func replicator(
    _ journal: SQLiteJournal,
    _ data: ServerData,
    of product: String,
    _ signer: ReceiptSigner?
  ) -> ServerReplicator {
    var parts = ServerReplicator.Parts(journal: journal)
    parts.signer = signer
    let ledger = FactLedger(data.erasedFacts(of: product))
    parts.willErase = { space, erased in try await ledger.note(erased, of: space) }
    return ServerReplicator(parts)
  }

  func services(_ logger: Logger) -> AccountServices {
    AccountServices(
      accounts: accounts,
      products: products,
      streams: SyncStreams(mostOfAccount: accounts.policy.sessions.most),
      logger: logger
    )
  }
}

extension ServerConfiguration {
  /// Where people reach a product.
  ///
  /// On one's own machine each has a name below `localhost`, which browsers resolve by themselves
  /// (RFC 6761, section 6.3).
  func address(of product: String, at index: Int) -> String {
    if let own = productAddresses[product] { return own }
    if let address, products.count == 1 { return address }
    if let address {
      let scheme = isEncrypted && address.hasPrefix("https://") ? "https://" : "http://"
      return "\(scheme)\(product).\(address.dropFirst(scheme.count))"
    }
    let place = listen.first ?? ListenAddress(host: "127.0.0.1", port: 8080)
    let scheme = tls == nil ? "http" : "https"
    let host = place.isLoopback || place.host == "0.0.0.0" || place.host == "::"
    let name = host ? "localhost" : place.text
    let port = host ? ":\(place.port)" : ""
    return products.count == 1
      ? "\(scheme)://\(name)\(port)" : "\(scheme)://\(product).\(name)\(port)"
  }
}
