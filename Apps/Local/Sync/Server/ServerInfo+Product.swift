import Core
import Presentation
import Products

extension ServerInfo {
  /// Checks that the server has a product at the requested address.
  ///
  /// - Throws: a ``DomainError`` with the right address, if the server has it elsewhere.
  public func check(serves wanted: Product) throws(DomainError) {
    guard product != wanted.name else { return }
    let finding =
      "That address is for \(TextRule.line.cleaned(title)), and this home is kept with "
      + "\(wanted.title). Nothing was changed."
    if let other = products.first(where: { $0.name == wanted.name }) {
      let place = TextRule.line.cleaned(other.address)
      throw DomainError("other-product", "\(finding) It is at  \(place)")
    }
    let missing = "\(finding) This server does not have it."
    guard let theirs = ProductCatalog.product(named: product) else {
      throw DomainError("other-product", missing)
    }
    throw DomainError(
      "other-product",
      "\(missing) To go on with \(theirs.title), which keeps all that you entered, type first:  "
        + "trellis init --product \(theirs.name)",
      onPages: missing
    )
  }
}
