import Core
import Presentation
import SocialContract

/// `trellis share --json`.
struct ShareDocument: Encodable, Sendable {
  let file: String
  let format: String
  /// In pixels; of a PDF in points.
  let width: Int
  let height: Int
  let kind: ShareKind
  /// As it stands on the picture; null where general words do.
  @OrNull var title: String?
}
