import Core
import Foundation
import Presentation
import SocialContract
import Testing

@testable import SocialDrawing

@Suite struct GalleryTests {
  private static let folder = ProcessInfo.processInfo.environment["TRELLIS_GALLERY"]

  @Test(.enabled(if: folder != nil))
  func `every kind of card, for people to look at`() throws {
    let folder = URL(fileURLWithPath: try #require(GalleryTests.folder))
    for (index, card) in Samples.all.enumerated() {
      let theme: Theme = card.subject == .sobriety ? Samples.dusk : Samples.ember
      for dark in [false, true] {
        for format in PictureFormat.allCases {
          let look = Samples.look(dark: dark, theme: theme)
          let bytes = try CardDrawing.draw(card, as: format, look: look)
          let name = "\(index)-\(card.kind)-\(dark ? "dark" : "light").\(format.rawValue)"
          try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
      }
    }
  }
}
