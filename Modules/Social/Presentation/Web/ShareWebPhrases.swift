import Core
import Presentation

/// The texts of the page of pictures, which a product may replace.
extension Phrase {
  static let shareTitle = Phrase("share.title", "Share as a picture")
  static let shareIntro = Phrase(
    "share.intro",
    "A picture of your own to give to whom you like. Nothing is sent from here."
  )
  /// The link on other pages.
  static let shareOpen = Phrase("share.open", "Make a picture")
  static let shareNothing = Phrase(
    "share.nothing",
    "There is nothing to share yet. After your first day there will be."
  )
  static let shareHome = Phrase("share.home", "To the first page")
  static let shareWhat = Phrase("share.what", "What")
  static let shareEverything = Phrase("share.everything", "Calendar: everything")
  /// {title} is a habit's, or "Alcohol-free".
  static let shareCalendarOf = Phrase("share.calendar-of", "Calendar: {title}")
  /// {length} is "30 days".
  static let shareMilestoneOf = Phrase("share.milestone-of", "{title}: {length}")
  /// What is shown, if it is not among the choices, such as the calendar of an archived habit.
  static let shareThis = Phrase("share.this", "This picture")
  static let shareSpan = Phrase("share.span", "How far back")
  static let shareWeeksAuto = Phrase("share.weeks-auto", "As it looks best")
  static let shareWeeks = Phrase("share.weeks", "{count} weeks")
  static let shareLook = Phrase("share.look", "Look")
  static let shareLight = Phrase("share.light", "Light")
  static let shareDark = Phrase("share.dark", "Dark")
  static let shareWithTitle = Phrase("share.with-title", "Say what it is about")
  static let shareWithTitleHint = Phrase(
    "share.with-title-hint",
    "By the name you gave it; general words otherwise."
  )
  static let shareShow = Phrase("share.show", "Show")
  static let shareAlt = Phrase("share.alt", "The picture as it will be saved")
  static let shareSaveTitle = Phrase("share.save-title", "Save it")
  /// Precedes the format, for screen readers.
  static let shareSave = Phrase("share.save", "Save as ")
  static let shareSheet = Phrase("share.sheet", "Share with an app")
  static let shareSmall = Phrase("share.small", "PNG, small")
  static let sharePrivate = Phrase(
    "share.private",
    "Only what you see is in it: no notes, no why, no names beside the one you chose."
  )

  static let shareFriendsTitle = Phrase("share.friends-title", "With friends")
  static let shareFriends = Phrase(
    "share.friends",
    "Your friends can see this milestone, or it can have a public page."
  )
  /// The link to the page that does it.
  static let shareFriendsOpen = Phrase("share.friends-open", "Share it")

  static let ofSharePages: [Phrase] = [
    .shareTitle, .shareIntro, .shareOpen, .shareNothing, .shareHome, .shareWhat, .shareEverything,
    .shareCalendarOf, .shareMilestoneOf, .shareThis,
    .shareSpan, .shareWeeksAuto, .shareWeeks, .shareLook,
    .shareLight, .shareDark, .shareWithTitle, .shareWithTitleHint, .shareShow, .shareAlt,
    .shareSaveTitle, .shareSave, .shareSheet, .shareSmall, .sharePrivate, .shareFriendsTitle,
    .shareFriends, .shareFriendsOpen,
  ]
}
