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
export function sortable({ order, swap, here, say }, list) {
  let former;
  for (const row of list.children) {
    row.draggable = true;
    row.ondragstart = (event) => {
      row.dataset.dragged = "";
      former = [...list.children];
      event.dataTransfer.effectAllowed = "move";
    };
    row.ondragend = async () => {
      delete row.dataset.dragged;
      const places = [...list.children].map((item) => item.dataset.id).join(",");
      const token = list.querySelector("input[name=token]")?.value;
      const body = new URLSearchParams({ order: places, back: here(), token });
      try {
        const answer = await order(`/do/${list.dataset.reorder}`, body, "The new order");
        // What waits stays as it was dragged.
        if (answer.ok && !answer.headers.has("X-Trellis-Queued")) swap(await answer.text());
      } catch {
        list.replaceChildren(...former);
        say("refusal", "The app cannot be reached, so the order stays as it was.");
      }
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

/** Confirms that a form waits. */
export function wait({ say }, form, isToggle, words) {
  if (isToggle) return;
  // A form for something new is ready for the next.
  if ([...form.elements].some((field) => field.required && !field.defaultValue)) form.reset();
  say("done", `${words ? `“${words.trim()}” is` : "It is"} kept here until the app can be reached.`);
}

/** Shows what waits: how much, where on the page, and what was refused. */
export function pend({ say, tell }, waiting) {
  const refused = waiting.find((item) => item.refusal);
  const items = waiting.filter((item) => !item.refusal);
  const noun = items.length === 1 ? "entry is" : "entries are";
  document.querySelector("#offline [data-waiting]").textContent =
    items.length ? `${items.length} ${noun} waiting.` : "";
  for (const form of document.querySelectorAll("form[data-live]:not([data-busy])"))
    for (const button of form.querySelectorAll("button")) mark(button, form, items);
  if (refused) refuse(say, tell, refused);
}

/** Shows a button as it will be; however often it is called, it stays so. */
function mark(button, form, items) {
  const { name, value, dataset, ariaPressed } = button;
  // The last order for the same thing decides, even if it was given elsewhere, as by an undo.
  const asked = dataset.back && fields(new FormData(form));
  const last = items.findLast(({ url, body }) => {
    const given = new URLSearchParams(body);
    return asked
      ? given.has(name) && [...asked].every(([key, text]) => given.get(key) === text)
      : form.action === url && same(new FormData(form, button), given);
  });
  button.toggleAttribute("data-pending", Boolean(last));
  if (!asked || !last) return;
  const wanted = new URLSearchParams(last.body).get(name);
  if (wanted !== value && (wanted === dataset.back || ariaPressed !== "true")) return;
  [button.value, dataset.back] = [dataset.back, value];
  button.ariaPressed = ariaPressed !== "true";
}
function fields(data) {
  const fields = new URLSearchParams(data);
  for (const name of ["token", "back"]) fields.delete(name);
  fields.sort();
  return fields;
}
const same = (one, other) => `${fields(one)}` === `${fields(other)}`;

/** Tells that a queued change was refused, until the person decides what becomes of it. */
function refuse(say, tell, { id, label, refusal }) {
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

/** Names the port that the app is reached at. */
export function ported(_, code) {
  code.textContent = code.textContent.replace(":4747", `:${location.port || 80}`);
}

/** Says within another page that nothing can wait there. */
export function framed() {
  for (const words of document.querySelectorAll("#offline span")) words.toggleAttribute("hidden");
}
