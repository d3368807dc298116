import Commands
import Core
import Presentation
import SocialDrawing

/// The texts of sharing, which a product may replace.
extension Phrase {
  /// The picture was saved to {file}; {size} is "1080 × 1350 pixels".
  static let shareSaved = Phrase("share.saved", "Your picture is in {file}, {size}.")
  /// The card could show a title and does not.
  static let shareUnnamed = Phrase(
    "share.unnamed",
    "It does not name what it is about; --with-title does."
  )
  /// {later} ("3") of the {count} ("30") done days in the picture were not marked on the day itself.
  static let shareLater = Phrase(
    "share.added-later",
    "It says how many of its days were added or sent later: {later} of {count}."
  )
  /// The title has letters that this format cannot draw.
  static let shareUndrawable = Phrase(
    "share.undrawable",
    "The title needs letters that this picture cannot draw, so general words stand there. "
      + "A file that ends with .svg can show them."
  )
  /// A milestone was just reached; a command follows.
  static let shareOffer = Phrase("share.offer", "If you like, share it as a picture:")
  /// The same with friends, on a device with an account; a command follows.
  static let shareWithFriends = Phrase("share.friends", "Or with your friends:")
  /// The command's description in the list of commands.
  static let helpShare = Phrase(
    "help.share",
    "Draw a picture to share: a calendar, or a milestone."
  )
  static let helpShareMore = Phrase(
    "help.share-more",
    "The picture names no habit unless you say --with-title."
  )
}

enum SharePhrases {
  /// All texts of sharing and of cards, for checking a product's replacements against them.
  static let all: [Phrase] =
    [
      .shareSaved, .shareUnnamed, .shareLater, .shareUndrawable, .shareOffer, .shareWithFriends,
      .helpShare,
      .helpShareMore,
    ] + CardPhrases.all + Phrase.aboutHabits
}
