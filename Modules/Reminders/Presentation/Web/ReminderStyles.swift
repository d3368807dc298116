/// The styles of reminders and the inbox, in addition to the shell's.
enum ReminderStyles {
  static let all = """
    .reminders{display:grid;gap:var(--space);grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));align-items:start}
    .reminders>.stack>*+*{margin-top:var(--space)}
    .times-of>*+*{margin-top:.4rem}
    .times{list-style:none;padding:0}
    .times .chip{padding:0 0 0 .9rem;font-size:.95rem}
    .times-remove{min-width:2.75rem;min-height:2.75rem;border:0;border-radius:99px;background:none;font-size:1.2rem;color:var(--muted)}
    .times-remove:hover{color:var(--ink);background:var(--line)}
    .moment input[type=time]{width:auto;max-width:100%}
    .weekdays .cluster{gap:.1rem .5rem}
    .inbox li{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:.4rem 1rem;padding-left:.8rem;border-left:3px solid transparent}
    .inbox [data-unread]{border-left-color:var(--accent-fill)}
    .inbox li>div{flex:1 1 14rem}

    """
}
