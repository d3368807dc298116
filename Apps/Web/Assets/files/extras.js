// Code that only some pages need; app.js fetches this file when one of them is opened.

export function confetti(_, toast) {
  const pieces = 30 + 30 * (toast.dataset.rank ?? 1);
  const style = getComputedStyle(document.documentElement);
  const colors = ["accent-fill", "done", "protected", "warning", "heat-2"];
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.classList.add("spark");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(sheet);
  for (let index = 0; index < pieces; index++) {
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
  setTimeout(() => sheet.remove(), 3200);
}

/** Makes rows draggable; the buttons up and down do the same. */
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

/** Tells that a queued change was refused, until the person decides what becomes of it. */
export function refuse({ say, tell }, { id, label, refusal }) {
  const button = (words, order) => {
    const made = document.createElement("button");
    made.className = "button quiet";
    made.type = "button";
    made.textContent = words;
    made.onclick = () => tell(order);
    return made;
  };
  say(
    "refusal",
    `This could not be saved: ${label ? `“${label}”. ` : ""}${refusal}`,
    button("Try again", { again: id }),
    button("Discard", { discard: id }),
  );
}

/** Marks queued changes on a page that does not show them yet. */
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
