import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that would otherwise wait forever.
  ///
  /// Long, since a sanitizer or another build beside it slows a test many times.
  public static var doesNotHang: Self { .timeLimit(.minutes(10)) }
}
