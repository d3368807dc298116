import Bus
import Logging
import Loop
import Presentation
import Web

/// Asks the person on the desktop whether a browser may sign in.
@LoopActor
final class SignInNotifier {
  private static let allow = "allow"
  private static let refuse = "refuse"
  /// Milliseconds for an answer, after which the notification is withdrawn.
  private static let expiry: UInt64 = 120_000

  private let product: Product
  private let link: DesktopLink
  private let answers: Topic<SignInAnswered>
  private let log: Logger
  private var subscriptions: [Subscription] = []
  /// The question shown, and the number of its notification; the web app asks one at a time.
  private var shown: (question: Int, number: UInt32, timer: LoopTimer?)?
  private var isShowing = false
  /// Answers that arrived before the number of their notification was known.
  private var early: [UInt32: NotificationService.Response] = [:]

  init(_ product: Product, _ link: DesktopLink, _ bus: Bus, _ log: Logger) {
    self.product = product
    self.link = link
    self.log = log
    answers = bus.topic()
    subscriptions = [
      bus.topic(SignInAsked.self).subscribe("sign-in") { [weak self] event in
        self?.ask(event.question)
      },
      bus.topic(NotificationAnswered.self).subscribe("sign-in") { [weak self] event in
        self?.respond(event.number, event.response)
      },
      bus.topic(DesktopReplaced.self).subscribe("sign-in") { [weak self] _ in self?.lose() },
    ]
  }

  private func ask(_ question: SignInQuestion) {
    Task { @LoopActor in
      await withdraw()
      isShowing = true
      defer {
        isShowing = false
        early = [:]
      }
      do {
        let number = try await link.show(notification(question))
        let timer = try? LoopTimer(after: SignInNotifier.expiry) { [weak self] in
          Task { @LoopActor in await self?.withdraw() }
        }
        shown = (question.number, number, timer)
        if let response = early.removeValue(forKey: number) { respond(number, response) }
      } catch {
        log.notice("a browser wanted to be let in, and the desktop did not show the question")
        answers.publish(SignInAnswered(number: question.number, isAllowed: false))
      }
    }
  }

  private func notification(_ question: SignInQuestion) -> Notification {
    Notification(
      application: product.title,
      title: "A browser wants to open \(product.title). Code \(question.code)",
      body: "Allow it only if the page in your browser shows this code.",
      actions: [
        (key: SignInNotifier.allow, label: "Allow"), (key: SignInNotifier.refuse, label: "Not now"),
      ],
      urgency: .normal
    )
  }

  private func respond(_ number: UInt32, _ response: NotificationService.Response) {
    // Signals about other programs' notifications arrive here as well.
    guard let shown, shown.number == number else {
      if isShowing { early[number] = response }
      return
    }
    let isAllowed = response == .chose(SignInNotifier.allow)
    // A click outside the buttons decides nothing.
    if case .chose(let key) = response, !isAllowed, key != SignInNotifier.refuse { return }
    forget()
    answers.publish(SignInAnswered(number: shown.question, isAllowed: isAllowed))
    Task { [link] in await link.withdraw(number) }
  }

  /// The question has gone with the service that showed it, and nobody can answer it any more.
  private func lose() {
    guard let question = shown?.question else { return }
    forget()
    log.notice("a browser wanted to be let in, and the desktop that showed the question has ended")
    answers.publish(SignInAnswered(number: question, isAllowed: false))
  }

  private func withdraw() async {
    guard let number = shown?.number else { return }
    forget()
    await link.withdraw(number)
  }

  private func forget() {
    shown?.timer?.close()
    shown = nil
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    forget()
  }
}
