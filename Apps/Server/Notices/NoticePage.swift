import AppSupport
import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Notifying
import Pages
import Presentation

/// The page on which a person chooses where notices go: to this browser, and to a webhook.
struct NoticePage: Sendable {
  static let path = "/account/notices"
  private static let webhookPath = "\(path)/webhook"
  private static let removePath = "\(path)/webhook/remove"
  private static let testPath = "\(path)/webhook/test"

  let settings: NoticeSettings
  let pages: AccountPages

  var routes: [ServerRoute] {
    [
      .get(NoticePage.path, .resident) { exchange, _ in try await show(exchange) },
      .post(NoticePage.webhookPath, .resident, setWebhook),
      .post(NoticePage.removePath, .resident) { exchange, _ in
        _ = try await exchange.form()
        try await settings.removeWebhook(of: try exchange.requireCaller())
        return AccountPages.onward(to: NoticePage.path)
      },
      .post(NoticePage.testPath, .resident) { exchange, _ in
        _ = try await exchange.form()
        return try await show(exchange, note: try await settings.testWebhook(exchange).words)
      },
    ]
  }

  /// Links to the page, for accounts that the server can read.
  static func card(for caller: Caller) -> HTML? {
    guard !caller.account.isSealed else { return nil }
    return HTML.card(
      "Notices",
      """
      <p class="muted">Reminders and news from friends can come to your phone, or to a program of yours.</p>\
      <p>\(HTML.link(path, "Where they go", style: "button"))</p>
      """
    )
  }

  private func show(
    _ exchange: ServerExchange,
    note: String? = nil,
    status: HTTPResponse.Status = .ok,
    _ refused: RefusedForm? = nil
  ) async throws -> Response {
    let all = try await settings.channels(of: try exchange.requireCaller())
    let calendar = try await pages.calendar(of: exchange)
    return try await pages.response(
      within: exchange,
      title: "Where notices go",
      status: status,
      refused: refused,
      """
      \(AccountPages.note(note))<div class="columns">\
      \(HTML.card("This browser", browser))\
      \(HTML.card("A program of yours", webhook(all.webhook, calendar, exchange)))</div>
      """
    )
  }

  /// Filled by the script: only the browser knows what it supports and has allowed.
  private var browser: HTML {
    """
    <p class="muted">Get reminders and news from friends here, also while no page is open. A computer that is \
    awake and linked to your account tells you first; you are not told twice.</p>\
    <div data-push="\(Base64.url.text(settings.publicKey))">\
    <p data-push-state role="status">A script is needed for this, and this browser runs none.</p>\
    <div class="stack" data-push-off hidden>\(NoticePage.choices(ChannelSettings()))\
    <button class="button primary" type="button" data-push-do="subscribe">Send notices to this \
    browser</button></div>\
    <div class="stack" data-push-on hidden>\
    <button class="button" type="button" data-push-do="test">Send a test</button>\
    <button class="button" type="button" data-push-do="unsubscribe">Send none here any more</button>\
    </div></div>
    """
  }

  private func webhook(
    _ webhook: Webhook?,
    _ calendar: LocalCalendar,
    _ exchange: ServerExchange
  ) -> HTML {
    let intro: HTML = """
      <p class="muted">For people who write programs: each notice is sent to one address as JSON, signed \
      as Standard Webhooks says.</p>
      """
    let button: (String, String) -> HTML = { path, words in
      AccountPages.form(for: exchange, path, words, style: "", .empty)
    }
    guard let webhook else { return intro + NoticePage.form(nil, exchange) }
    return """
      \(intro)<p><strong>\(webhook.address)</strong></p>\(NoticePage.state(of: webhook, calendar))\
      \(HTML.disclosure(
        "The secret that signs",
        "<pre class=\"code\"><code>\(WebhookSecret(webhook.secret).text)</code></pre>"
      ))\
      <div class="cluster">\(button(NoticePage.testPath, "Send a test"))\
      \(button(NoticePage.removePath, "Remove it"))</div>\
      \(HTML.disclosure(
        webhook.isOff ? "Use it again, or change it" : "Change it",
        NoticePage.form(webhook, exchange)
      ))
      """
  }

  private static func state(of webhook: Webhook, _ calendar: LocalCalendar) -> HTML {
    guard let failure = webhook.failure else { return .empty }
    let since = calendar.day(at: failure.since).words
    let words =
      webhook.isOff
      ? "It is off: since \(since) nothing has arrived there, because \(failure.reason). No notice was "
        + "lost: all of them are in your inbox."
      : "Since \(since) nothing arrives there: \(failure.reason). It is tried again, and turned off "
        + "after three days."
    return "<p role=\"status\">\(words)</p>"
  }

  private static func form(_ webhook: Webhook?, _ exchange: ServerExchange) -> HTML {
    AccountPages.form(
      for: exchange,
      webhookPath,
      webhook == nil ? "Send notices there" : "Save",
      .field(
        label: "Address",
        name: "address",
        value: webhook?.address,
        hint: "A public address that begins with https://",
        required: true,
        attributes: [("maxlength", "1024"), ("autocomplete", "off"), ("inputmode", "url")]
      ) + choices(webhook?.settings ?? ChannelSettings())
    )
  }

  private static func choices(_ chosen: ChannelSettings) -> HTML {
    .checkbox(
      label: "Reminders",
      name: NoticeTopic.reminders.rawValue,
      value: "on",
      isOn: chosen.topics.contains(.reminders)
    )
      + .checkbox(
        label: "News from friends",
        name: NoticeTopic.friends.rawValue,
        value: "on",
        isOn: chosen.topics.contains(.friends)
      )
      + .checkbox(
        label: "Sign-ins to your account",
        name: NoticeTopic.account.rawValue,
        value: "on",
        isOn: chosen.topics.contains(.account)
      )
      + .checkbox(
        label: "Say what they are about",
        name: "names",
        value: "on",
        isOn: chosen.tellsNames,
        hint: "Titles and names then leave this server."
      )
  }

  @Sendable
  private func setWebhook(_ exchange: ServerExchange, _: [String: String]) async throws -> Response
  {
    let fields = try await exchange.form()
    let topics = NoticeTopic.allCases.filter { fields.text($0.rawValue) != nil }
    do {
      try await settings.setWebhook(
        try fields.required("address"),
        ChannelSettings(topics: Set(topics), tellsNames: fields.text("names") != nil),
        of: try exchange.requireCaller()
      )
    } catch let error as DomainError {
      let refused = RefusedForm(at: NoticePage.webhookPath, fields, error.message, about: "address")
      return try await show(exchange, status: .unprocessableContent, refused)
    }
    return AccountPages.onward(to: NoticePage.path)
  }
}
