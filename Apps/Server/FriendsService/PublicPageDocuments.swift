import Core
import Friends

/// What programs send and get about public pages.
extension FriendDocuments {
  /// A milestone to make a public page of.
  typealias PageWish = MilestoneWish<PageWords>

  struct PageWords: Codable, Sendable {
    /// Whose milestone the page says it is; nil for nobody's.
    let name: String?
  }

  /// A public page, for its owner alone.
  struct PageAnswer: Codable {
    let addedLater: Int
    /// Nil for a page of a product that is not served any more, which nobody sees.
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
