import ArgumentParser
import Core
import Presentation
import Products
import Testing

@Suite struct VoiceTests {
  @Test func `every command says its name, and no two of a product the same`() {
    for product in ProductCatalog.products {
      let commands = ProductCatalog.commands(of: product)
      let names = commands.compactMap { $0.configuration.commandName }
      #expect(names.count == commands.count && Set(names).count == names.count)
    }
  }

  @Test func `a product only says what some surface asks it to say`() {
    for product in ProductCatalog.products {
      let phrases =
        ShellPhrases.all + ProductCatalog.presentations(of: product).flatMap { $0.phrases }
      let keys = Set(phrases.map(\.key))
      #expect(!keys.isEmpty)
      for key in product.voice.words.keys {
        #expect(keys.contains(key), "\(product.name) words “\(key)”, which nothing says")
      }
    }
  }

  @Test func `what a product says on pages too is no command to type`() {
    for product in ProductCatalog.products {
      for (key, words) in product.voice.words {
        #expect(!words.contains { $0.contains("trellis ") }, "\(product.name) words “\(key)”")
      }
    }
  }

  @Test func `words hold only values that the phrase has`() {
    for product in ProductCatalog.products {
      let phrases =
        ShellPhrases.all + ProductCatalog.presentations(of: product).flatMap { $0.phrases }
      for phrase in phrases {
        for words in product.voice.words[phrase.key] ?? [] {
          for name in names(in: words) {
            #expect(
              names(in: phrase.fallback).contains(name) || documented.contains(name),
              "\(product.name): {\(name)} in “\(words)”"
            )
          }
        }
      }
    }
  }

  @Test(arguments: [
    (Product.sober, ["trend.up", "trend.down", "trend.steady", "trend.varied"], "planned"),
    (.sober, ["scores.note", "analytics.consistency-note"], "habits"),
    (.beebloom, ["form.from-hint"], "difficulty"),
  ])
  func `a product speaks only of what it has`(
    product: Product,
    keys: [String],
    word: String
  )
    throws
  {
    let phrases = ProductCatalog.presentations(of: product).flatMap { $0.phrases }
    for key in keys {
      let phrase = try #require(phrases.first { $0.key == key })
      #expect(phrase.fallback.contains(word))
      #expect(!product.voice.say(phrase, turn: 0).contains(word), "\(key)")
    }
  }

  /// Values that a phrase has though its plain text does not use them.
  private let documented: Set<String> = [
    "done", "open", "total", "days", "value", "target", "left",
  ]

  private func names(in words: String) -> [String] {
    words.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first }
      .map(String.init)
  }

  @Test func `values that hold braces are not filled in again`() {
    let phrase = Phrase("k", "{title} for {day}")
    #expect(Voice().say(phrase, ["title": "{day}", "day": "today"]) == "{day} for today")
  }

  @Test func `words take turns by the day`() {
    let voice = Voice(["k": ["a", "b"]])
    let phrase = Phrase("k", "")
    #expect([0, 1, 2, -1].map { voice.say(phrase, turn: $0) } == ["a", "b", "a", "b"])
  }
}
