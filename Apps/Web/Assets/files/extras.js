// What only some pages need; app.js fetches this file when one of them is opened.

export function confetti() {
  const style = getComputedStyle(document.documentElement);
  const colors = ["accent-fill", "done", "protected", "warning", "heat-2"];
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.classList.add("spark");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(sheet);
  for (let index = 0; index < 60; index++) {
    const piece = document.createElementNS(sheet.namespaceURI, index % 3 ? "rect" : "circle");
    const size = index % 3 ? { width: 9, height: 5, rx: 1 } : { r: 4 };
    for (const name in size) piece.setAttribute(name, size[name]);
    piece.setAttribute("fill", style.getPropertyValue(`--${colors[index % colors.length]}`));
    sheet.append(piece);
    const [x, reach] = [innerWidth / 2, Math.min(innerWidth, 700) * (Math.random() - 0.5)];
    const at = (dx, y, turn) => `translate(${x + dx}px,${y}px) rotate(${turn}deg)`;
    const top = innerHeight * (0.15 + Math.random() * 0.35);
    piece.animate(
      [
        { transform: at(0, innerHeight, 0), easing: "cubic-bezier(.1,.7,.4,1)" },
        { transform: at(reach * 0.8, top, 300), offset: 0.35, easing: "ease-in" },
        { transform: at(reach * 1.2, innerHeight + 20, 900 * Math.random()) },
      ],
      { duration: 1800 + 1200 * Math.random(), fill: "both" },
    );
  }
  seconds(3.2).then(() => sheet.remove());
}

/** Lets rows be dragged; the buttons up and down do the same. */
export function sortable({ request, swap, here }, list) {
  for (const row of list.children) {
    row.draggable = true;
    row.ondragstart = (event) => {
      row.dataset.dragged = "";
      event.dataTransfer.effectAllowed = "move";
    };
    row.ondragend = async () => {
      delete row.dataset.dragged;
      const order = [...list.children].map((item) => item.dataset.id).join(",");
      const body = new URLSearchParams({ order, back: here(), token: list.querySelector("input[name=token]")?.value });
      const answer = await request(`/do/${list.dataset.reorder}`, { method: "POST", body });
      if (answer.ok) swap(await answer.text());
    };
  }
  list.ondragover = (event) => {
    const dragged = list.querySelector("[data-dragged]");
    if (!dragged) return;
    event.preventDefault();
    const over = event.target.closest("[data-id]");
    if (!over || over === dragged || over.parentElement !== list) return;
    const box = over.getBoundingClientRect();
    if (event.clientY > box.top + box.height / 2) over.after(dragged);
    else over.before(dragged);
  };
}

/** Makes a table of days one stop for the Tab key, in which the arrow keys walk. */
export function walkable(_, table) {
  const cells = [...table.querySelectorAll("td[data-level], td[data-state]")];
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
    const days = line.filter((other) => cells.includes(other));
    const wanted = cell.cellIndex + way[1];
    const next = days.reduce((best, other) =>
      Math.abs(other.cellIndex - wanted) < Math.abs(best.cellIndex - wanted) ? other : best, days[0]);
    if (!next) return;
    face(cell).tabIndex = -1;
    face(next).tabIndex = 0;
    face(next).focus();
  };
  const readout = (table.closest(".scroll-x") ?? table).parentElement.querySelector("[data-readout]");
  if (!readout) return;
  const show = (event) => {
    const cell = event.target.closest("td[data-level], td[data-state]");
    const words = cell?.querySelector(".visually-hidden") ?? cell?.querySelector("span");
    if (words) readout.textContent = words.textContent;
  };
  table.onpointerover = show;
  table.addEventListener("focusin", show);
}

/** Adds what a link to more leads to, in place. */
export async function more({ request, swap, further }, link) {
  further.unobserve(link);
  const answer = await request(link.href).catch(() => null);
  if (!answer?.ok) return;
  const html = await answer.text();
  const id = link.dataset.more;
  if (!id) {
    history.replaceState({}, "", link.href);
    return swap(html);
  }
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const [from, to] = [fresh.getElementById(id), document.getElementById(id)];
  if (!from || !to) return;
  (to.tBodies?.[0] ?? to).append(...(from.tBodies?.[0] ?? from).children);
  const next = fresh.querySelector(`[data-more="${id}"]`);
  if (next) link.href = next.getAttribute("href");
  else link.remove();
  if (to.matches("[data-grid]")) walkable(null, to);
  if (next) further.observe(link);
}

/** The way back to today is there while today is out of sight. */
export function anchored({ isStill }, link) {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  link.hidden = true;
  new IntersectionObserver(([entry]) => (link.hidden = entry.isIntersecting)).observe(target);
  link.onclick = (event) => {
    event.preventDefault();
    target.scrollIntoView({ block: "center", behavior: isStill() ? "auto" : "smooth" });
    target.focus({ preventScroll: true });
  };
}

/** Marks what waits to be sent on a page that does not know of it. */
export function pend(_, waiting) {
  const pure = (data) => {
    const fields = new URLSearchParams(data);
    for (const name of ["token", "back"]) fields.delete(name);
    fields.sort();
    return `${fields}`;
  };
  for (const { url, body, refusal } of waiting) {
    for (const form of refusal ? [] : document.querySelectorAll("form[data-live]")) {
      if (form.action !== url) continue;
      const button = [...form.querySelectorAll("button:not([data-pending])")]
        .find((button) => pure(new FormData(form, button)) === pure(body));
      if (!button) continue;
      const { dataset, value } = button;
      dataset.pending = "";
      if (dataset.back) [button.value, dataset.back] = [dataset.back, value];
      if (button.ariaPressed) button.ariaPressed = button.ariaPressed !== "true";
    }
  }
}
