// Tables of days and clocks; app.js fetches this file when a page has one.

let further;
/** Loads what a link to more leads to, shortly before the link is seen. */
export function continued({ extra }, link) {
  further ??= new IntersectionObserver((seen) => seen.forEach(({ target, isIntersecting }) => {
    if (isIntersecting) extra("extras", "more", target);
  }), { rootMargin: "200px" });
  // Observed anew, it is reported again even if it is still in view.
  further.unobserve(link);
  further.observe(link);
}

/** Makes a table of days a single tab stop, within which the arrow keys move. */
export function walkable({ extra }, table) {
  const days = "td[data-level], td[data-state]";
  const cells = [...table.querySelectorAll(days)];
  const face = (cell) => cell.querySelector("a, button:not(:disabled)") ?? cell;
  table.setAttribute("role", "grid");
  for (const cell of cells) face(cell).tabIndex = -1;
  const first = table.querySelector("td[aria-current]") ?? cells.at(-1);
  if (first) face(first).tabIndex = 0;
  table.onkeydown = (event) => {
    const cell = event.target.closest("td");
    if (!cell || event.altKey || event.metaKey) return;
    const rows = [...table.tBodies[0].rows];
    const row = rows.indexOf(cell.parentElement);
    const leap = table.matches(".heat") ? [0, 4] : [4, 0];
    const ways = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      PageUp: leap.map((step) => -step), PageDown: leap, Home: [0, -99], End: [0, 99],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const line = [...(rows[Math.min(rows.length - 1, Math.max(0, row + way[0]))]?.cells ?? [])];
    const others = line.filter((other) => cells.includes(other));
    const wanted = cell.cellIndex + way[1];
    const next = others.reduce((best, other) =>
      Math.abs(other.cellIndex - wanted) < Math.abs(best.cellIndex - wanted) ? other : best, others[0]);
    if (!next) return;
    face(cell).tabIndex = -1;
    face(next).tabIndex = 0;
    face(next).focus();
  };
  const box = table.closest("[data-ask]");
  if (box) table.onclick = (event) => guard(event, box.dataset.ask.split("\n"), extra);
  const readout = (table.closest(".scroll-x") ?? table).parentElement.querySelector("[data-readout]");
  if (!readout) return;
  const show = (event) => {
    const cell = event.target.closest(days);
    const words = cell && (face(cell).ariaLabel ?? cell.querySelector("span")?.textContent);
    if (words) readout.textContent = words;
  };
  table.onpointerover = show;
  table.addEventListener("focusin", show);
}

/** Asks before a tap sets a day from a given first one to a given state. */
function guard(event, [from, ...words], extra) {
  const button = event.target.closest("button[name=mark]");
  const [day, next] = button?.value.split(" ") ?? [];
  const [first, state] = from.split(" ");
  if (next !== state || day < first) return;
  event.preventDefault();
  extra("extras", "ask", button, ...words);
}

// The start of a wait, which content that is replaced meanwhile does not restart.
let begun;

/** Shows on a clock how much time has passed, or is left of a wait. */
export function count(_, clock, now) {
  let since = Date.parse(clock.dataset.since);
  const wait = Number(clock.dataset.wait);
  if (wait) {
    if (!(since < begun + wait * 1e3)) begun = since;
    since = begun;
    clock.hidden = false;
  }
  let past = Math.max(0, Math.floor((now - since) / 1000));
  if (wait) past = Math.max(0, wait - past);
  const parts = { d: past / 86400, h: (past / 3600) % 24, m: (past / 60) % 60, s: past % 60 };
  for (const shown of clock.querySelectorAll("[data-part]")) {
    const { part } = shown.dataset;
    shown.textContent = `${Math.floor(parts[part])}`.padStart(part === "d" ? 1 : 2, "0");
  }
}

/** Shows the link back to today while today is scrolled out of its calendar. */
export function anchored({ isStill }, link) {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  link.hidden = true;
  const root = target.closest("[data-scroll]");
  const look = (entries) => (link.hidden = entries.at(-1).isIntersecting);
  new IntersectionObserver(look, { root }).observe(target);
  link.onclick = (event) => {
    event.preventDefault();
    target.scrollIntoView({ block: "center", behavior: isStill() ? "auto" : "smooth" });
    target.focus({ preventScroll: true });
  };
}
