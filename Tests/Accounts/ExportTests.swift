import Core
import SQLite
import StoreTesting
import Testing

@testable import Accounts
@testable import ServerStorage

/// What a person is given of the tables of accounts.
struct ExportTests {
  /// The columns that the export leaves out; ids, hashes and keys tell a person nothing.
  private static let leftOut: [String: Set<String>] = [
    // `email_key` is the address once more, and the others are of a sealed password.
    "accounts": ["email_key", "password", "pepper", "log_n", "r", "p"],
    "device_codes": ["account", "address", "code", "is_denied", "user_code"],
    "flags": ["account"],
    "invitations": ["account", "code", "id"],
    "key_rings": ["account", "by_password", "by_recovery", "key_verifier", "recovery_key"],
    // A row lasts as long as the server looks for notices to give.
    "notice_looks": ["account", "product", "since"],
    "notice_outbox": ["account", "channel", "notice", "subscription"],
    "push_subscriptions": ["account", "id", "key", "secret", "session"],
    "resets": ["account", "token"],
    "sessions": ["account", "id", "token"],
    "spaces": ["account", "id"],
    "webhooks": ["account", "id", "secret"],
  ]

  /// The columns that it has.
  private static let exported: [String: Set<String>] = [
    "accounts": [
      "created_at", "email", "id", "password_changed_at", "role", "salt", "sessions_seen_at",
      "suspended_at", "suspension",
    ],
    "device_codes": ["created_at", "expires_at", "kind", "name", "product"],
    "flags": ["code", "count", "day"],
    "invitations": ["created_at", "expires_at", "revoked_at", "used_at"],
    "key_rings": ["version"],
    "notice_outbox": ["attempts", "document", "due_at", "expires_at", "webhook"],
    "push_subscriptions": ["created_at", "endpoint", "product", "tells_names", "topics"],
    "resets": ["expires_at"],
    "sessions": [
      "created_at", "expires_at", "kind", "name", "product", "seen_at", "signed_in_at", "used_at",
    ],
    "spaces": ["created_at", "product"],
    "webhooks": [
      "address", "created_at", "failing_since", "failure", "is_off", "tells_names", "topics",
    ],
  ]

  @Test func `every column about a person is in their export, or left out on purpose`() async throws
  {
    try await withFileBench { bench in
      let columns = try await bench.store.tables.read { database in
        try database.all(
          """
          SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
          WHERE t.type = 'table' AND (t.name = 'accounts'
            OR EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'account'))
          """
        ) { ($0.text(0), $0.text(1)) }
      }
      let tables = Dictionary(grouping: columns, by: \.0).mapValues { Set($0.map(\.1)) }
      for (table, columns) in tables {
        let known = (ExportTests.exported[table] ?? []).union(ExportTests.leftOut[table] ?? [])
        #expect(columns == known, "\(table)")
      }
      #expect(tables.count == ExportTests.leftOut.count)
    }
  }

  @Test func `an export has what is under way, and says what was confirmed`() async throws {
    try await withBench { bench in
      let ann = try await bench.signUp()
      let id = ann.account.id
      let code = try await bench.store.beginDeviceCode(for: browser, address: "a")
      try await bench.store.answerDevice(code.userCode, approves: true, by: ann)
      _ = try await bench.store.makeResetLink(for: "ann@example.org", by: .operator)
      let export = try await bench.store.export(id, password: good)
      #expect(export.approvedDevices.map(\.name) == ["Firefox"])
      #expect(export.passwordResetEndsAt != nil)
      #expect(export.sessionsSeenAt == "2026-11-20T12:00:00Z")
      #expect(export.sessions.map(\.seenAt) == [nil])
      bench.pass(seconds: 600)
      #expect(try await bench.store.export(id, password: good).approvedDevices.isEmpty)
    }
  }
}
