import Core
import Pages
import Presentation

/// The page of the calendar that programs of this machine may subscribe to.
enum CalendarPage {
  static let path = "/settings/calendar"

  /// - Parameter address: the calendar's address; nil if it has none.
  static func content(_ address: String?, _ request: PageRequest) -> PageContent {
    PageContent(
      title: "Your calendar program",
      body: """
        \(SettingsPage.way(back: request))\
        \(HTML.header(
          "Your calendar program",
          note: "It can show what you have done, day by day, and keeps itself up to date."
        ))\
        <div class="columns">\(address.map { on($0, request) } ?? off(request))\(shows)</div>
        """
    )
  }

  private static func on(_ address: String, _ request: PageRequest) -> HTML {
    HTML.card(
      "The address",
      """
      <p>Subscribe to this address in a calendar program on this computer. Others cannot reach it.</p>\
      <div class="stack"><pre class="code" tabindex="0"><code>\(address)</code></pre>\
      <p><button class="button" type="button" data-share="copy" hidden>Copy</button></p></div>\
      <p class="small muted">Whoever on this computer knows the address can read the calendar. A new one \
      takes the place of the old, which is not answered any more.</p>\
      <div class="cluster">\(button(CalendarActions.renew, "New address", request))\
      \(button(CalendarActions.off, style: "button danger", "Turn off", request))</div>
      """
    )
  }

  private static func off(_ request: PageRequest) -> HTML {
    HTML.card(
      "No address yet",
      """
      <p>Nothing can read your calendar while it has no address.</p>\
      \(button(CalendarActions.on, style: "button primary", "Make an address", request))
      """
    )
  }

  /// A button whose form the browser submits itself.
  ///
  /// The page does not belong to a module, so that a script could not replace it in place.
  private static func button(
    _ action: String,
    style: String = "button",
    _ label: String,
    _ request: PageRequest
  ) -> HTML {
    request.form(
      action,
      class: "inline",
      isPlain: true,
      "<button class=\"\(style)\">\(label)</button>"
    )
  }

  private static var shows: HTML {
    HTML.card(
      "What it shows",
      """
      <p>One entry for each day and habit that was done within the last twelve months, for the whole \
      day, without your notes. Reminders are not in it: those come from here.</p>
      """
    )
  }
}
