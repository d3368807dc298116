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
      try await askForName(context)
      guard product.answers(CreateHabit.self), let habit = try await firstHabit(context) else {
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
    while true {
      let answer = Dialog.ask("Number (Enter for 1):") ?? ""
      if let product = product(meantBy: answer) { return product }
      say(Text("“\(answer)” is none of them. Give the number of one, or its name.", .warning))
    }
  }

  private func product(meantBy answer: String) -> Product? {
    let number = answer.isEmpty ? 1 : Int(answer) ?? 0
    let products = ProductCatalog.products
    return (1...products.count).contains(number)
      ? products[number - 1] : ProductCatalog.product(named: answer)
  }

  private func askForName(_ context: CommandContext) async throws {
    while true {
      let name = Dialog.ask("What should we call you? (Enter to stay nameless)") ?? ""
      guard !name.isEmpty else { return }
      do {
        try await context.send(SetDisplayName(displayName: name))
        return
      } catch let refusal as DomainError {
        say(Text(refusal.message, .warning))
      }
    }
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
      say(Text("When you have, say: trellis check \(ShellWord.quoted(title))"))
    }
    say(Text("More to keep up? trellis add \"…\"    All commands: trellis --help", .muted))
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
