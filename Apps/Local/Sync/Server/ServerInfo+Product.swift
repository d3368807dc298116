import Core
import Presentation

extension ServerInfo {
  /// Checks that the server has a product at the requested address.
  ///
  /// - Throws: a ``DomainError`` with the right address, if the server has it elsewhere.
  public func check(serves wanted: Product) throws(DomainError) {
    guard product != wanted.name else { return }
    let other = products.first { $0.name == wanted.name }
    let place =
      other.map { "It is at  \(TextRule.line.cleaned($0.address))" }
      ?? "This server does not have it."
    throw DomainError(
      "other-product",
      "That address is for \(TextRule.line.cleaned(title)), and this home is kept with \(wanted.title). Nothing was "
        + "changed. \(place)"
    )
  }
}
