// What a home page needs beside app.js: rows that settle, groups that fold, and counts in tabs.

/** Initializes a part of a page, by its attributes. */
export function enliven(kit, part) {
  const { settles, fold } = part.dataset;
  (settles !== undefined ? settle : fold !== undefined ? foldable : counted)(kit, part);
}

let isSettling = false;

/** Moves what was done below what is open, once nobody has touched the page for a while. */
async function settle(kit) {
  if (isSettling) return;
  isSettling = true;
  const { main } = kit;
  let [touched, pause] = [performance.now(), 3000];
  const touch = () => (touched = performance.now());
  const signs = ["pointerdown", "pointermove", "keydown", "scroll"];
  for (const sign of signs) addEventListener(sign, touch, { capture: true, passive: true });
  const waits = () => main().querySelector("[data-settles]");
  while (waits()) {
    await new Promise((done) => setTimeout(done, 250));
    const before = touched;
    if (!waits() || performance.now() - before < pause || isInUse(main())) continue;
    await sink(kit, () => touched);
    // What could not be loaded is in no hurry.
    if (touched === before) pause = Math.min(2 * pause, 6e4);
  }
  for (const sign of signs) removeEventListener(sign, touch, { capture: true });
  isSettling = false;
}

/** Whether somebody is about to act where rows would move: by a pointer, keys, or a form. */
function isInUse(main) {
  const pointed = matchMedia("(hover: hover)").matches ? ", [data-settles]:hover" : "";
  return main.querySelector(
    `[data-settles] :focus-visible, .habit-more[open], form[data-busy], [data-pending]${pointed}`);
}

/** Loads the page in its order on opening, and lets rows slide to their places. */
async function sink({ request, swap, here, main, isStill, now }, touched) {
  const [path, before] = [here(), touched()];
  const headers = { "X-Trellis-Fragment": Math.round(now()) };
  const answer = await request(path, { headers }).catch(() => null);
  const html = answer?.ok && (await answer.text().catch(() => ""));
  if (!html || here() !== path || touched() !== before || isInUse(main())) return;
  const tops = () => [...main().querySelectorAll(".habits>[data-id]")].map((row) =>
    [row, row.dataset.id, row.getBoundingClientRect().top]);
  const old = tops();
  const held = document.activeElement?.closest(".habits>[data-id]")?.dataset.id;
  // A focus that nobody sees would pull the page along with its row.
  if (held) document.activeElement.blur();
  swap(html);
  const fresh = tops();
  const home = fresh.find(([, id]) => id === held);
  home?.[0].querySelector(".check")?.focus({ preventScroll: true });
  if (isStill()) return;
  for (const [row, id, top] of fresh) {
    const was = old.find(([, other]) => other === id)?.[2] ?? top;
    if (was !== top) row.animate(
      { transform: [`translateY(${was - top}px)`, "none"] },
      { duration: 450, easing: "cubic-bezier(.4,0,.2,1)" });
  }
}

/** Stores in this browser what is folded. */
function foldable({ request }, part) {
  // Opening a page reports the state that the server set.
  let isOpen = part.open;
  part.ontoggle = () => {
    if (part.open === isOpen) return;
    isOpen = part.open;
    const name = isOpen ? "unfold" : "fold";
    // An unread response would keep its connection.
    request(`${location.pathname}?${name}=${part.dataset.fold}`)
      .then((answer) => answer.text())
      .catch(() => {});
  };
}

/** Shows in a tab how many items wait there; the tabs stay while the page within changes. */
function counted(_, { dataset }) {
  const links = document.querySelectorAll(`.nav a[href="${dataset.tab}"]`);
  for (const link of links) {
    const badge = link.querySelector(".count");
    if (!badge) continue;
    badge.firstChild.textContent = dataset.count;
    badge.hidden = dataset.count === "0";
    const dot = link.closest(".nav-more")?.querySelector("summary .count");
    if (dot) dot.hidden = badge.hidden;
  }
}
