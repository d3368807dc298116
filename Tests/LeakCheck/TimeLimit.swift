import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that would otherwise wait forever.
  ///
  /// Long, since all tests begin at once, and a sanitizer or another build slows them many times.
  public static var doesNotHang: Self { .timeLimit(.minutes(10)) }
}
