import Core
import Pages

/// The forms of the page of widgets that change how other pages may show them.
enum EmbeddingActions {
  static func all(_ store: EmbeddingStore) -> [FormAction] {
    [
      FormAction("shell.allow-embedding") { fields, _ in
        try store.allow(fields.text("origins") ?? "")
        let count = store.origins.count
        return .done(count == 0 ? "No other page may act now." : "Saved: these pages may act.")
      },
      FormAction("shell.renew-embedding") { _, _ in
        try store.renew()
        return .done("The old addresses are not taken any more.")
      },
    ]
  }
}
