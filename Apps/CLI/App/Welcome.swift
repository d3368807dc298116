import Commands
import Core
import LocalApp
import Presentation
import Products
import ProfileContract
import Terminal
import TrackingContract

/// Welcomes a new user and leads them to their first check.
struct Welcome {
  let app: CommandLineApp
  let plain: Bool

  func run() async throws {
    say(
      Text("Welcome to Trellis.", .bold),
      Text("Everything you enter stays on this device. Two questions, and you have begun.")
    )
    let product = chooseProduct()
    let app = CommandLineApp(home: app.home, product: product, plugins: app.plugins)
    try app.home.choose(product)
    try await app.withContext(GlobalOptions(json: false, plain: plain)) { context in
      let name = Dialog.ask("What should we call you? (Enter to stay nameless)") ?? ""
      if !name.isEmpty { try await context.send(SetDisplayName(displayName: name)) }
      guard hasHabits(product), let habit = try await firstHabit(context) else {
        return goodbye(product)
      }
      try await firstCheck(habit, context)
    }
  }

  private func chooseProduct() -> Product {
    say(Text("What would you like?"))
    for (index, product) in ProductCatalog.products.enumerated() {
      say(
        Text("  \(index + 1)  ", .accent) + Text(product.title, .bold)
          + Text(": \(product.summary)")
      )
    }
    let answer = Dialog.ask("Number (Enter for 1):") ?? ""
    if let product = ProductCatalog.product(named: answer) { return product }
    let index = (Int(answer) ?? 1) - 1
    return ProductCatalog.products.indices.contains(index)
      ? ProductCatalog.products[index] : ProductCatalog.products[0]
  }

  private func firstHabit(_ context: CommandContext) async throws -> Habit? {
    while true {
      let title = Dialog.ask("One thing you would like to do every day:") ?? ""
      guard !title.isEmpty else { return nil }
      do {
        return try await context.send(CreateHabit(details: HabitDetails(title: title)))
      } catch let refusal as DomainError {
        say(Text(refusal.message, .warning))
      }
    }
  }

  private func firstCheck(_ habit: Habit, _ context: CommandContext) async throws {
    let title = habit.details.title
    if Dialog.confirm(to: "Have you done “\(printable(title))” today already?") {
      try await context.send(SetCheck(habit: habit.id, mark: .done))
      say(Text("That is day one. ", .done) + Text("See your day with: trellis today"))
    } else {
      say(Text("When you have, say: trellis check \"\(title)\""))
    }
    say(Text("More to keep up? trellis add \"…\"    All commands: trellis --help", .muted))
  }

  /// Whether the product tracks habits that a person names.
  private func hasHabits(_ product: Product) -> Bool {
    product.modules.contains { $0.manifest.answers.contains { $0 == CreateHabit.self } }
  }

  private func goodbye(_ product: Product) {
    say(Text("Whenever you like: \(ProductCatalog.firstStep(of: product))"))
  }

  private func say(_ lines: Text...) {
    var output = Output()
    let screen = app.screen(plain: plain)
    for line in lines { output.print(screen.draw(Paragraph(line))) }
    output.flushOrExit()
  }
}
