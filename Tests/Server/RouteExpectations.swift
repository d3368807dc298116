import HTTPTypes

@testable import HTTPServing
@testable import trellis_server

/// Who may use each route of the server, written down apart from the code that decides it.
///
/// A new route is added here by hand: one that nobody has thought about fails the tests.
enum RouteExpectations {
  /// Who may use a route.
  enum Audience: Equatable {
    case anyone, member, resident, program, administrator
  }

  /// The routes of the server itself, and the app's own.
  private static let declared: [Audience: [String]] = [
    .anyone: [
      "GET /api/v1/server", "GET /health/live", "GET /health/ready",
      "POST /api/v1/accounts", "POST /api/v1/accounts/check",
      "POST /api/v1/sign-in-parameters", "POST /api/v1/sessions",
      "POST /api/v1/device-codes", "POST /api/v1/device-codes/redeem", "POST /v1/metrics",
      "POST /api/v1/password-resets/keys", "PUT /api/v1/password-resets",
      "GET /sign-in", "POST /sign-in", "POST /sign-in/password", "GET /sign-up", "POST /sign-up",
      "POST /sign-up/password", "GET /reset", "POST /reset", "GET /m/{code}",
      "GET /m/{code}/card.svg",
      "GET /assets/{hash}/{name}", "GET /sw.js", "GET /theme.css", "GET /theme-pages.css",
      "GET /theme-light.css", "GET /theme-pages-light.css", "GET /theme-dark.css",
      "GET /theme-pages-dark.css",
      "GET /manifest.webmanifest",
    ],
    .member: [
      "POST /api/v1/sync", "GET /api/v1/sync/events",
      "GET /api/v1/sessions", "DELETE /api/v1/sessions", "DELETE /api/v1/sessions/{id}",
      "DELETE /api/v1/session", "GET /api/v1/account", "DELETE /api/v1/account",
      "PUT /api/v1/account/password", "GET /api/v1/account/keys", "PUT /api/v1/account/keys",
      "PUT /api/v1/account/key-verifier",
      "POST /api/v1/account/data", "PUT /api/v1/sessions/seen",
      "GET /account", "GET /account/data", "POST /account/data", "POST /account/seen",
      "POST /account/sign-out", "POST /account/password", "GET /account/erase",
      "POST /account/erase", "GET /link", "POST /link", "POST /link/answer",
      "GET /api/v1/push", "POST /api/v1/push/test", "PUT /api/v1/push/subscription",
      "DELETE /api/v1/push/subscription", "PUT /api/v1/push/webhook",
      "DELETE /api/v1/push/webhook", "POST /api/v1/push/webhook/test",
      "GET /api/v1/friends", "GET /api/v1/friends/me", "PUT /api/v1/friends/me",
      "DELETE /api/v1/friends/people/{id}", "GET /api/v1/friends/blocked",
      "PUT /api/v1/friends/blocked/{id}", "DELETE /api/v1/friends/blocked/{id}",
      "PUT /api/v1/friends/hidden/{id}", "DELETE /api/v1/friends/hidden/{id}",
      "GET /api/v1/friends/invitations", "POST /api/v1/friends/invitations",
      "DELETE /api/v1/friends/invitations/{id}", "POST /api/v1/friends/accept",
      "GET /api/v1/friends/notices", "PUT /api/v1/friends/notices/seen",
      "GET /api/v1/friends/feed", "POST /api/v1/friends/posts",
      "DELETE /api/v1/friends/posts/{id}", "PUT /api/v1/friends/posts/{id}/reaction",
      "DELETE /api/v1/friends/posts/{id}/reaction", "GET /api/v1/friends/sharing",
      "PUT /api/v1/friends/sharing/{habit}", "DELETE /api/v1/friends/sharing/{habit}",
      "GET /api/v1/friends/pages", "POST /api/v1/friends/pages",
      "DELETE /api/v1/friends/pages/{id}",
    ],
    .administrator: [
      "GET /operator", "POST /operator/invitations", "GET /operator/accounts/{id}",
      "POST /operator/accounts/{id}/suspend", "POST /operator/accounts/{id}/reinstate",
      "POST /operator/accounts/{id}/reset-link",
    ],
    .resident: [
      "GET /", "POST /do/{action}", "GET /api/v1/events", "GET /api/v1/openapi.json",
      "GET /settings", "GET /privacy", "GET /data", "GET /data/import", "GET /welcome",
      "GET /offline",
      "GET /data/export.json", "GET /data/export.csv", "GET /data/export.ics",
      "GET /account/notices", "POST /account/notices/webhook",
      "POST /account/notices/webhook/remove", "POST /account/notices/webhook/test",
      "GET /feed", "GET /feed/share", "GET /friends", "GET /feed/posts/{id}/delete",
      "GET /feed/pages/{id}/take-down", "GET /friends/{friend}/remove",
      "GET /friends/{friend}/block",
    ],
  ]

  /// Pages and files of the product's modules, all of the person's own space.
  private static let ofModules: Set<String> = [
    "GET /badges",
    "GET /days/{day}",
    "GET /habits",
    "GET /habits/new",
    "GET /habits/{id}",
    "GET /habits/{id}/days/{day}",
    "GET /habits/{id}/delete",
    "GET /habits/{id}/edit",
    "GET /history",
    "GET /inbox",
    "GET /reminders",
    "GET /scores",
    "GET /scores/{id}",
    "GET /share",
    "GET /widget",
    "GET /widgets",
    "GET /share/card.pdf",
    "GET /share/card.png",
    "GET /share/card.svg",
    "GET /sober",
    "GET /sober/craving",
    "GET /sober/days/{day}",
    "GET /sober/health",
    "GET /sober/settings",
    "GET /streaks",
    "GET /streaks/{id}",
    "GET /telemetry/preview.json",
    "GET /today",
    "GET /vacations",
    "GET /vacations/{id}/cancel",
    "GET /week",
  ]

  /// What of a product's modules programs read: documents, and answers to queries.
  private static let documents: Set<String> = [
    "GET /api/v1/badges",
    "GET /api/v1/core/current-calendar",
    "GET /api/v1/freezes",
    "GET /api/v1/gamification/all-badges",
    "GET /api/v1/gamification/all-scores",
    "GET /api/v1/gamification/explain-score",
    "GET /api/v1/habits",
    "GET /api/v1/habits/{habit}/calendar",
    "GET /api/v1/habits/{habit}/days/{day}",
    "GET /api/v1/history",
    "GET /api/v1/inbox",
    "GET /api/v1/profile",
    "GET /api/v1/reminders",
    "GET /api/v1/score",
    "GET /api/v1/score/{habit}",
    "GET /api/v1/sober",
    "GET /api/v1/sober/calendar",
    "GET /api/v1/sober/causes",
    "GET /api/v1/sober/craving",
    "GET /api/v1/sober/diary",
    "GET /api/v1/sober/settings",
    "GET /api/v1/sober/timer",
    "GET /api/v1/sober/why",
    "GET /api/v1/social/compose-share-card",
    "GET /api/v1/stats",
    "GET /api/v1/streaks",
    "GET /api/v1/telemetry",
    "GET /api/v1/today",
    "GET /api/v1/vacations",
    "GET /api/v1/week",
    "GET /api/v1/widget",
    "GET /api/v1/widget/timeline",
  ]

  /// The modules whose requests programs may send: queries by GET, commands by POST.
  private static let modules: Set<String> = [
    "profile",
    "reminders",
    "sobriety",
    "social",
    "streaks",
    "telemetry",
    "tracking",
    "widget",
  ]

  /// Who may use a route; nil for one that is not declared.
  static func audience(of route: ServerRoute) -> Audience? {
    let name = "\(route.method) \(route.pattern.text)"
    if let known = declared.first(where: { $0.value.contains(name) })?.key { return known }
    if ofModules.contains(name) || documents.contains(name) { return .resident }
    let parts = route.pattern.text.split(separator: "/").map(String.init)
    guard parts.count == 4, parts.starts(with: ["api", "v1"]), modules.contains(parts[2]) else {
      return nil
    }
    return route.method == .get ? .resident : route.method == .post ? .program : nil
  }
}
