import Presentation
import Testing

@Suite struct ShortNumberTests {
  @Test(
    arguments: [
      (0, "0"), (2, "2"), (1.5, "1.5"), (1.04, "1"), (1.05, "1.1"), (9.96, "10"), (-0.25, "-0.3"),
      (-0.04, "0"), (-3, "-3"), (.infinity, "inf"), (1e18, "1e+18"),
    ] as [(Double, String)]
  )
  func `one decimal, unless it is zero`(value: Double, text: String) {
    #expect(ShortNumber.tenths(value) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (2, "2"), (1.5, "1.5"), (1.05, "1.05"), (1.999, "2"), (-0.5, "-0.5"),
      (-0.004, "0"), (.nan, "nan"),
    ] as [(Double, String)]
  )
  func `two decimals, without zeros at their end`(value: Double, text: String) {
    #expect(ShortNumber.hundredths(value) == text)
  }
}
