import Core
import Friends

/// The documents about public pages for programs.
extension FriendDocuments {
  /// A milestone to create a public page of.
  typealias PublicPageRequest = MilestoneRequest<PageWords>

  struct PageWords: Codable, Sendable {
    /// The name of the milestone's owner on the page; nil for none.
    let name: String?
  }

  /// A public page, only for its owner.
  struct PageAnswer: Codable {
    let addedLater: Int
    /// Nil for a page of a product that is no longer served, which nobody sees.
    let address: String?
    let at: String
    let day: String
    let doneDays: Int
    let id: String
    let level: Int
    let name: String?
    let product: String
    let subject: String
    let title: String?
    let unit: String

    init(_ page: PublicPage, in products: ServedProducts) {
      let achievement = page.achievement
      addedLater = achievement.later
      address = products.product(named: achievement.product).map {
        MilestonePage.address(of: page, at: $0)
      }
      at = page.madeAt.rfc3339(in: .utc)
      day = achievement.day.description
      doneDays = achievement.done
      id = "\(page.id)"
      level = achievement.level
      name = page.name
      product = achievement.product
      subject = achievement.subject.rawValue
      title = achievement.title
      unit = achievement.unit
    }
  }
}
