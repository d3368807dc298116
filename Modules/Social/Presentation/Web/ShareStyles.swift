/// The styles of the page of pictures, in addition to the shell's.
enum ShareStyles {
  static let all = """
    .share{display:grid;gap:var(--space);grid-template-columns:repeat(auto-fit,minmax(min(19rem,100%),1fr));align-items:start}
    .share-preview{display:grid;gap:1rem}
    .share-preview img{width:100%;max-width:24rem;height:auto;margin:0 auto;border-radius:var(--radius);border:1px solid var(--line)}
    .share-preview figcaption>*+*{margin-top:.6rem}

    """
}
