// Code that only some pages need; app.js fetches this file when one of them is opened.

/** Celebrates the milestones in a message: with confetti, large ones on a separate sheet. */
export async function cheer({ isStill, main }, toast) {
  if (toast.querySelector(".medal")) await fill(main, toast);
  if (!isStill()) confetti(toast);
}

/** Shows a message on the full screen until it is closed. */
async function fill(main, toast) {
  await styled();
  const sheet = document.createElement("dialog");
  sheet.className = "feast";
  sheet.ariaLabel = toast.querySelector("p").textContent;
  toast.replaceWith(sheet);
  sheet.append(toast);
  toast.querySelector("[data-dismiss]").autofocus = true;
  sheet.onclick = ({ target }) => target === sheet && sheet.close();
  new MutationObserver(() => toast.isConnected || sheet.close()).observe(sheet, { childList: true });
  open(main, sheet);
}

/** Asks a question before a tap takes effect, and carries out the tap if the answer is yes. */
export async function ask({ main }, button, question, ...answers) {
  await styled();
  const make = (name, look, ...parts) => {
    const made = document.createElement(name);
    made.className = look;
    made.append(...parts);
    return made;
  };
  const [no, yes] = answers.map((label) => make("button", "button", label));
  no.autofocus = true;
  const sheet = make("dialog", "ask card", make("p", "", question), make("div", "cluster", no, yes));
  sheet.ariaLabel = question;
  no.onclick = () => sheet.close();
  yes.onclick = () => {
    sheet.close();
    button.form.requestSubmit(button);
  };
  document.body.append(sheet);
  open(main, sheet);
}

/** Opens a sheet over the page; when it is closed, the focus returns to where it was. */
function open(main, sheet) {
  const before = document.activeElement;
  sheet.onclose = () => {
    sheet.remove();
    if (before.isConnected) return;
    // The content may have been replaced meanwhile.
    [...main().querySelectorAll(before.localName)]
      .find(({ ariaLabel }) => ariaLabel && ariaLabel === before.ariaLabel)
      ?.focus();
  };
  sheet.showModal();
}

/** Loads the styles that a home page lacks. */
async function styled() {
  const { pages } = document.querySelector("script[data-extras]").dataset;
  if (document.querySelector(`link[href="${pages}"]`)) return;
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = pages;
  await new Promise((done) => {
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  });
}

function confetti(toast) {
  const pieces = 30 + 30 * (toast.dataset.rank ?? 1);
  const style = getComputedStyle(document.documentElement);
  const colors = ["accent-fill", "done", "protected", "warning", "heat-2"];
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sheet.classList.add("spark");
  sheet.setAttribute("aria-hidden", "true");
  (toast.closest("dialog") ?? document.body).append(sheet);
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

/** Tells a server in which time zone the person's days are, as long as they have chosen none. */
export async function zoned({ request }) {
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
  const token = document.documentElement.dataset.zone;
  for (const field of document.querySelectorAll("input[name=zone][type=hidden]")) field.value = zone;
  const body = new URLSearchParams({ token, zone });
  if (zone && token) await request("/do/shell.zone", { method: "POST", body }).catch(() => {});
}

/** Initializes a part of a page, by its attributes. */
export function enliven(kit, part) {
  const ways = [
    ["[data-reorder]", sortable], ["[data-push]", pushing], ["[data-port] *", ported],
    ["[data-share='copy']", copying], ["[data-share^='/']", shared], [".refused", blamed],
  ];
  for (const [where, way] of ways) if (part.matches(where)) way(kit, part);
}

/**
 * Leads to the field that a form was refused for, which says why until the form is sent again: what
 * was typed is in the former field, and a page that goes on is loaded without the reason.
 */
async function blamed({ main }, reason) {
  if (reason.dataset.told) return;
  reason.dataset.told = "yes";
  document.getElementById("message").replaceChildren();
  await styled();
  const controls = "input:not([type=hidden]), select, textarea";
  const box = reason.closest("label, fieldset") ?? reason.previousElementSibling;
  const field = box?.matches(controls) ? box
    : box?.querySelector("[aria-invalid]") ?? box?.querySelector(controls);
  if (!field?.isConnected) return;
  const [isInside, action] = [box.contains(reason), field.form.getAttribute("action")];
  const point = (at) => {
    for (const former of main().querySelectorAll("[aria-invalid]")) former.ariaInvalid = null;
    at.ariaInvalid = "true";
    at.setAttribute("aria-describedby", reason.id);
    const words = at.closest("label")?.contains(reason) && at.closest("label").querySelector("span");
    if (!words) return;
    words.id ||= "refused-field";
    at.setAttribute("aria-labelledby", words.id);
  };
  point(field);
  field.focus();
  const watch = new MutationObserver(() => {
    if (reason.isConnected) return;
    const forms = main().querySelectorAll(`form[action="${action}"]`);
    const at = field.isConnected ? field
      : forms.length === 1 && forms[0].querySelector(`[name="${field.name}"]:not([type=hidden])`);
    if (!at || main().querySelector(".refused")) return end();
    const place = at.closest(box.localName) ?? at;
    if (isInside) place.append(reason);
    else place.after(reason);
    point(at);
  });
  const sent = new AbortController();
  const end = () => {
    watch.disconnect();
    sent.abort();
  };
  watch.observe(document.body, { childList: true });
  addEventListener("submit", ({ target }) => target.getAttribute("action") === action && end(),
    { capture: true, signal: sent.signal });
}

/** Makes rows draggable, with a mouse or by the handle; the buttons up and down do the same. */
function sortable(kit, list) {
  let former;
  const dragged = () => list.querySelector("[data-dragged]");
  const lift = (row) => {
    row.dataset.dragged = "";
    former = [...list.children];
  };
  const drop = () => {
    const row = dragged();
    if (!row) return;
    delete row.dataset.dragged;
    if (former.some((item, index) => item !== list.children[index])) reorder(kit, list, former);
  };
  for (const row of list.children) {
    row.draggable = true;
    row.ondragstart = (event) => {
      lift(row);
      event.dataTransfer.effectAllowed = "move";
    };
    row.ondragend = drop;
    const handle = row.querySelector(".handle");
    if (!handle) continue;
    handle.onpointerdown = (event) => {
      // A mouse drags the row itself.
      if (event.pointerType === "mouse" || dragged()) return;
      event.preventDefault();
      row.draggable = false;
      handle.setPointerCapture(event.pointerId);
      lift(row);
    };
    // A mouse that drags another row passes over this handle, too.
    const isHeld = ({ pointerId }) => handle.hasPointerCapture(pointerId);
    handle.onpointermove = (event) => {
      if (!isHeld(event)) return;
      const { clientX, clientY } = event;
      make(list, row, document.elementFromPoint(clientX, clientY), clientY);
      const edge = Math.min(clientY - 60, 0) + Math.max(clientY - innerHeight + 120, 0);
      if (edge) scrollBy({ top: edge / 4, behavior: "instant" });
    };
    handle.onpointerup = handle.onpointercancel = (event) => {
      if (!isHeld(event)) return;
      row.draggable = true;
      drop();
    };
  }
  list.ondragover = (event) => {
    if (!dragged()) return;
    event.preventDefault();
    make(list, dragged(), event.target, event.clientY);
  };
}

/** Makes room for a dragged row where it is over the half of another: that one goes past it. */
function make(list, row, target, y) {
  const over = target?.closest("[data-id]");
  if (!over || over === row || over.parentElement !== list) return;
  const rows = [...list.children];
  const [from, to] = [rows.indexOf(row), rows.indexOf(over)];
  const { top, height } = over.getBoundingClientRect();
  const isPast = y > top + height / 2;
  // The row that a finger holds stays in the document; otherwise the finger would lose it.
  if (from < to && isPast) row.before(...rows.slice(from + 1, to + 1));
  if (from > to && !isPast) row.after(...rows.slice(to, from));
}

/** Why a form did not get its page back: what the page with the error says, if there is one. */
export async function fault(_, answer) {
  if (answer.status === 401) {
    return { words: "You were signed out. Nothing was changed: copy your input and reload." };
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { words: (page.querySelector("#message p") ?? page.querySelector("main p"))?.textContent };
}

async function reorder({ order, swap, here, say }, list, former) {
  const places = [...list.children].map((item) => item.dataset.id).join(",");
  const token = list.querySelector("input[name=token]")?.value;
  const body = new URLSearchParams({ order: places, back: here(), token });
  try {
    const answer = await order(`/do/${list.dataset.reorder}`, body, "The new order");
    const [isQueued, isDone] = ["Queued", "Path"].map((name) => answer.headers.has("X-Trellis-" + name));
    if (!answer.ok || !(isQueued || isDone)) throw await fault({}, answer);
    // What waits stays as it was dragged.
    if (isDone) swap(await answer.text());
  } catch ({ words }) {
    list.replaceChildren(...former);
    say("refusal", words ?? "The app cannot be reached, so the order stays as it was.");
  }
}

/** Confirms that a form waits, and names it. */
export function wait({ say, tell, main, ready }, form, button, data, former, id) {
  // A toggle is named by its label, and shows its next state itself.
  if (button?.ariaPressed) return;
  const words = called(form, button, data, main()).trim();
  tell({ name: id, words });
  // A waiting undo shows what it restores.
  if (former && form.closest("#message")) {
    main().replaceWith(former);
    former.focus();
    form.closest(".toast").remove();
    return ready();
  }
  // A form for something new is ready for the next; other input is no longer unsent.
  if ([...form.elements].some((field) => field.required && !field.defaultValue)) form.reset();
  for (const field of form.elements) {
    [field.defaultValue, field.defaultChecked] = [field.value, field.checked];
    for (const option of field.options ?? []) option.defaultSelected = option.selected;
  }
  say("done", `${words ? `“${words}” is` : "It is"} kept here until the app can be reached.`);
}

/** The subject of a form: the typed title, or what its button does, and to what. */
function called(form, button, data, main) {
  const said = button?.title || button?.ariaLabel || form.ariaLabel;
  const cycle = form.closest("[data-cycle]");
  // A day is named with its next state, not with its present one.
  const state = cycle && states(cycle).find(([state]) => state === data.get("mark")?.split(" ")[1]);
  if (state) return labelled(button, state);
  const name = data.get("title") || said;
  const box = form.closest(
    data.has("habit") ? "li, .toast" : ".inline:not(.toast *), li, .toast, .card");
  const text = button?.textContent ?? "";
  if (name || box === form) return name || text;
  const about = box?.querySelector("a, h2, h3, .toast>p")?.textContent;
  return (text && `${text}: `) + (about ?? main.dataset.title.replace(/ · [^·]*$/, ""));
}

/** The states that taps on a day go through, in order: name, style, and words. */
const states = ({ dataset }) => dataset.cycle.split("\n").map((line) => {
  const [name, look, ...words] = line.split(" ");
  return [name, look, words.join(" ")];
});
const labelled = (button, [, , words]) => `${button.ariaLabel.split(":")[0]}: ${words}`;

/** Shows the waiting submissions: how many, where on the page, and which were refused. */
export function pend({ say, tell, main, now }, waiting) {
  const refused = waiting.find((item) => item.refusal);
  const items = waiting.filter((item) => !item.refusal);
  const noun = items.length === 1 ? "entry is" : "entries are";
  document.querySelector("#offline [data-waiting]").textContent =
    items.length ? `${items.length} ${noun} waiting.` : "";
  explain(document.querySelector("#offline [data-kept]"), main().dataset.refresh < now());
  for (const form of document.querySelectorAll("form[data-live]:not([data-busy])")) {
    if (form.closest("[data-cycle]")) turn(form, items);
    else for (const button of form.querySelectorAll("button")) mark(button, form, items);
  }
  for (const note of document.querySelectorAll("[data-uncounted]")) {
    note.className = "small muted";
    note.textContent = "What waits to be sent is not counted here yet.";
    note.hidden = !items.some(({ url }) => new URL(url).pathname === `/do/${note.dataset.uncounted}`);
  }
  if (refused) refuse(say, tell, refused);
}

/**
 * Says why submissions wait: there is no network, or there is one and the app does not answer. A
 * page that was left open, or cached, still accepts submissions for the day that it shows.
 */
function explain(words, isPast) {
  words.dataset.offline ??= words.textContent;
  const text = navigator.onLine
    ? "The app does not answer: what you do is kept here and sent when it does."
    : words.dataset.offline;
  const said = isPast ? `${text} This page shows a day that is over.` : text;
  if (words.textContent !== said) words.textContent = said;
}

/** Shows a button in its next state; calling this repeatedly changes nothing more. */
function mark(button, form, items) {
  const { name, value, dataset, ariaPressed } = button;
  // The last submission about the same thing decides, even one from elsewhere, such as an undo.
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

/** Shows the days of a form with several states in their next states. */
function turn(form, items) {
  const cycle = states(form.closest("[data-cycle]"));
  const wanted = new Map();
  for (const { url, body } of items) {
    const given = new URLSearchParams(body);
    if (url !== form.action || given.get("of") !== (form.elements.of?.value ?? null)) continue;
    // A tap sends day and state as one value, other forms separately. The last one decides.
    const said = given.get("mark")?.split(" ") ?? [given.get("day"), given.get("status")];
    wanted.set(...said);
  }
  for (const button of form.querySelectorAll("button[name=mark]")) {
    const [day] = button.value.split(" ");
    const at = cycle.findIndex(([name]) => name === wanted.get(day));
    button.toggleAttribute("data-pending", at >= 0);
    if (at < 0) continue;
    const [[, look], [next], cell] = [cycle[at], cycle[(at + 1) % cycle.length], button.parentElement];
    button.value = `${day} ${next}`;
    button.ariaLabel = labelled(button, cycle[at]);
    if (cell.dataset.state === look) continue;
    cell.dataset.state = look;
    // The app counts how many days are in a row.
    cell.dataset.shade ??= 1;
    delete cell.dataset.note;
  }
}
function fields(data) {
  const fields = new URLSearchParams(data);
  for (const name of ["token", "back"]) fields.delete(name);
  fields.sort();
  return fields;
}
const same = (one, other) => `${fields(one)}` === `${fields(other)}`;

/** Reports that a queued change was refused, until the person decides what to do with it. */
function refuse(say, tell, { id, label, refusal, isFinal }) {
  if (document.querySelector(`#message [data-refused="${id}"]`)) return;
  const button = (words, order) => {
    const made = document.createElement("button");
    made.className = "button quiet";
    made.type = "button";
    made.dataset.refused = id;
    made.textContent = words;
    made.onclick = () => {
      made.closest(".toast").remove();
      tell(order);
    };
    return made;
  };
  say(
    "refusal",
    `This could not be saved: ${label ? `“${label}”. ` : ""}${refusal}` +
      (isFinal ? " Trying again cannot change that." : ""),
    ...(isFinal ? [] : [button("Try again", { again: id })]),
    button("Discard", { discard: id }),
  );
}

const told = new Set();

/** Celebrates what delayed submissions have reached, once and all together. */
export function celebrate({ tell }, news) {
  const fresh = news.filter(({ id }) => !told.has(id));
  for (const { id } of fresh) told.add(id);
  tell({ told: news.map(({ id }) => id) });
  const parsed = fresh.map(({ html }) => new DOMParser().parseFromString(html, "text/html"));
  const rank = (toast) => Number(toast.dataset.rank ?? 1);
  const toasts = parsed.map((page) => page.querySelector(".toast"));
  const [toast, ...others] = toasts.sort((one, other) => rank(other) - rank(one));
  if (!toast) return;
  // Changes in between cannot be undone from here, and a link would not say whose it is.
  for (const rest of toast.querySelectorAll(others.length ? "form, a" : "form")) rest.remove();
  toast.querySelector("p").after(...others.map((other) => other.querySelector("p")));
  const box = document.getElementById("message");
  box.replaceChildren(...box.querySelectorAll("[data-kind=refusal]"), toast);
}

/**
 * Puts the weeks that a link leads to before those that are shown.
 *
 * Nothing else is replaced: what is scrolled, pressed or in focus stays the same element.
 */
export async function more({ request, here, main, extra }, link) {
  // Whoever scrolls away and back meanwhile waits for the same answer.
  if (link.dataset.asked) return;
  link.dataset.asked = "yes";
  const answer = await request(link.href).catch(() => null);
  const html = answer?.ok ? await answer.text().catch(() => "") : "";
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const longer = fresh.querySelector("[data-scroll] table");
  // Whoever has scrolled to the end waits there, so that nothing else would ask again. A page of
  // somebody else, such as a proxy that asks who one is, has no weeks.
  if (!longer) return setTimeout(() => {
    delete link.dataset.asked;
    extra("grids", "continued", link);
  }, 5e3);
  // The content was replaced meanwhile, and its own link asks again.
  if (!link.isConnected) return;
  const table = link.closest("[data-scroll]").querySelector("table");
  const [old, all] = [table, longer].map(({ tBodies }) => [...tBodies[0].rows]);
  const count = all.length - old.length;
  // The first month of all shows its year, and the one that was the first does not any more.
  old.forEach((row, at) => row.lastElementChild.replaceWith(all[count + at].lastElementChild));
  table.tBodies[0].prepend(...all.slice(0, count));
  const backs = [...main().querySelectorAll("[name=back]")].filter(({ value }) => value === here());
  history.replaceState({}, "", link.href);
  document.documentElement.dataset.shown = here();
  // What is marked from now on leads back to all of them.
  for (const back of backs) back.value = here();
  extra("grids", "walkable", table);
  const next = fresh.querySelector("[data-more]");
  if (!next) return link.remove();
  link.href = next.getAttribute("href");
  delete link.dataset.asked;
  extra("grids", "continued", link);
}

/** Fills in the port at which the app is reached. */
function ported(_, code) {
  code.textContent = code.textContent.replace(":4747", `:${location.port || 80}`);
}

/** Copies the address before a button, if the browser allows it. */
function copying(_, button) {
  if (!navigator.clipboard) return;
  const label = button.textContent;
  button.hidden = false;
  button.onclick = async () => {
    const text = button.closest("div").querySelector("code").textContent;
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    button.textContent = done ? "Copied" : label;
  };
}

/** Offers the device's own share sheet for a picture, if there is one; phones have it. */
async function shared(_, button) {
  if (!navigator.canShare) return;
  // It must exist when the button is pressed: browsers open no sheet after a pause.
  const answer = await fetch(button.dataset.share).catch(() => null);
  if (!answer?.ok) return;
  const type = answer.headers.get("Content-Type");
  const sheet = { files: [new File([await answer.blob()], button.dataset.name, { type })] };
  if (!navigator.canShare(sheet)) return;
  button.hidden = false;
  button.onclick = () => navigator.share(sheet).catch(() => {}); // closed without a choice
}

/** Shows whether notices arrive in this browser, and lets the person change that. */
async function pushing(_, box) {
  if (box.dataset.ready) return;
  box.dataset.ready = "";
  const part = (name) => box.querySelector(`[data-push-${name}]`);
  const show = (words, isOn) => {
    part("state").textContent = words;
    part("off").hidden = isOn !== false;
    part("on").hidden = isOn !== true;
  };
  const denied =
    "Notices from this site are blocked in this browser. Allow them in its settings for this site, " +
    "then open this page again.";
  const key = bytes(box.dataset.push);
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.pushManager || !globalThis.Notification) {
    return show(
      "This browser cannot get notices here. On an iPhone or iPad, first add the app to the Home Screen; " +
        "in a private window it is never possible.");
  }
  const ask = async (method, path, content) => {
    const body = content && JSON.stringify(content);
    const headers = content && { "Content-Type": "application/json" };
    const answer = await fetch(`/api/v1/push${path}`, { method, headers, body });
    const document = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(document.detail ?? "The server did not accept it.");
    return document;
  };
  const look = async () => {
    const own = await registration.pushManager.getSubscription();
    const isSame = own && equal(new Uint8Array(own.options.applicationServerKey ?? 0), key);
    // A server with another key cannot reach it any more.
    if (own && !isSame) await own.unsubscribe();
    const { subscription } = await ask("GET", "");
    if (isSame && subscription) return show("Notices come to this browser.", true);
    show(Notification.permission === "denied" ? denied : "No notices come to this browser.",
      Notification.permission === "denied" ? undefined : false);
  };
  const work = {
    async subscribe() {
      if ((await Notification.requestPermission()) !== "granted") return show(denied);
      const own = await registration.pushManager.subscribe(
        { userVisibleOnly: true, applicationServerKey: key });
      const isOn = (name) => box.querySelector(`[name=${name}]`).checked;
      const topics = ["account", "friends", "reminders"].filter(isOn);
      try {
        await ask("PUT", "/subscription", { ...own.toJSON(), topics, namesHabits: isOn("names") });
      } catch (error) {
        await own.unsubscribe();
        throw error;
      }
      await look();
    },
    async unsubscribe() {
      await ask("DELETE", "/subscription");
      await (await registration.pushManager.getSubscription())?.unsubscribe();
      await look();
    },
    async test() {
      show((await ask("POST", "/test")).detail, true);
    },
  };
  for (const button of box.querySelectorAll("[data-push-do]")) {
    button.onclick = async () => {
      button.disabled = true;
      const isOn = button.dataset.pushDo !== "subscribe";
      await work[button.dataset.pushDo]().catch((error) =>
        show(`That did not work: ${error.message}`, isOn));
      button.disabled = false;
    };
  }
  await look().catch(() => show("The server cannot be reached now. Open this page again later."));
}
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const equal = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);
