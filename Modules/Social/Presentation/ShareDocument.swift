import Core
import Presentation
import SocialContract

/// The output of `trellis share --json`.
struct ShareDocument: Encodable, Sendable {
  let file: String
  let format: String
  /// In pixels; in points for PDF.
  let width: Int
  let height: Int
  let kind: ShareKind
  /// The title in the picture; null if it uses general words.
  @OrNull var title: String?
  /// How many of the days in the picture were not marked on the day itself.
  let addedLater: Int
}
