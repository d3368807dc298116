import Core
import Glibc
import Presentation
import SocialContract

extension CardLayout {
  /// Draws a milestone: the number in a ring of beads, one per day up to 100.
  mutating func medal() {
    let middle = CardLayout.page.midX
    let center = Point(middle, 268)
    let radius = 188.0
    add([.area(.circle(center, radius - 26), paints.panel)])
    ring(center, radius)
    let sign = 74.0
    add(
      Sign(look.theme).shapes(
        at: Point(middle - sign / 2, center.y - 128),
        size: sign,
        paints.accent,
        inner: paints.panel
      )
    )
    let number = words.number(card.headline.count)
    let size = size(of: number, upTo: 128, bold: true, width: 250)
    let baseline = center.y + 20 + size * 0.36
    write(number, at: Point(middle, baseline), size: size, bold: true, paints.ink, anchor: .middle)
    let below = Point(middle, center.y + 106)
    write(words.headline, at: below, size: 24, bold: true, paints.ink, anchor: .middle, width: 230)
    write(name: Point(middle, 532), anchor: .middle)
    write(when, at: Point(middle, 566), size: 18, paints.muted, anchor: .middle)
    guard let later = words.later else { return }
    write(later, at: Point(middle, 594), paints.muted, anchor: .middle)
  }

  private var when: String {
    let date = "\(card.day.dayOfMonth) \(card.day.monthName) \(card.day.year)"
    let reached = words.say(.cardReached, ["date": date])
    guard let times = card.figures.first(where: { $0.meaning == .timesReached }) else {
      return reached
    }
    let again = words.say(.cardTimes, ["count": "\(times.count)"])
    return "\(reached) · \(again)"
  }

  private mutating func ring(_ center: Point, _ radius: Double) {
    let level = max(1, card.headline.count)
    // More than a hundred beads would overlap: 73 beads represent five days each of a year.
    let beads = level <= 100 ? level : 73
    let room = 2 * Double.pi * radius / Double(beads)
    let size = min(11, room * 0.36)
    let track = Frame(
      x: center.x - radius,
      y: center.y - radius,
      width: 2 * radius,
      height: 2 * radius
    )
    shapes.append(.frame(track, radius: radius, width: 2, paints.empty))
    for bead in 0..<beads {
      let angle = 2 * Double.pi * Double(bead) / Double(beads) - .pi / 2
      let place = Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
      let shade = beads == 1 ? 10 : 1 + 9 * bead / (beads - 1)
      add([.area(.circle(place, size), paints.heat.shade(shade))])
    }
  }
}
