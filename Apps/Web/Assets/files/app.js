// Page behavior beyond links and forms. All pages work without this file.
const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const one = (selector) => document.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const main = () => byId("main");
const here = () => location.pathname + location.search;
const isStill = () =>
  root.dataset.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const seconds = (count) => new Promise((done) => setTimeout(done, count * 1e3));
// The latest change of the page; older responses are dropped.
let token = 0;
// A copy of the content before the latest response to a form.
let former;
root.classList.add("js");

// The tab's storage; browsers refuse it to some embedded pages.
let store = {};
try {
  store = sessionStorage;
} catch {}

/** Loads code that few pages need on demand. */
const extra = async (file, name, ...values) =>
  (await import(one("script[data-extras]").dataset[file]))[name](
    { request, order, swap, here, isStill, say, tell, main, ready, now, extra }, ...values);

// Replacing the inner part of the page

/** Locates an element, so that its successor can be found: the nearest named one, and steps. */
function place(element) {
  const steps = [];
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    if (at.id) return [`[id="${at.id}"]`, steps];
    // The focus follows a row that moves.
    if (at.dataset.id) return [`[data-id="${at.dataset.id}"]`, steps];
    steps.unshift([...at.parentElement.children].indexOf(at));
  }
}
const find = ([name, steps]) => steps.reduce((at, step) => at?.children[step], one(name));

// Forms that save themselves have no unsent input.
const fields = () => all("form:not([data-auto]) :is(input,textarea,select)", main());
/** The fields with unsent input in all forms but one. Files may still be on their way to theirs. */
const typed = (sent) => fields().filter((field) => field.form !== sent && (field.type === "file" ||
  (field.options ? !field.selectedOptions[0]?.defaultSelected
    : field.value !== field.defaultValue || field.checked !== field.defaultChecked)));
/** What tells a field from all others, on the next day too. */
const called = ({ form, name, type, value }) =>
  [form.action, name, /radio|box/.test(type) && value, ...all("[type=hidden]", form).map((given) =>
    /token|back|day/.test(given.name) || given.value)].join();

/** Loads a page anew; one that nobody asked for, such as a sign-in page, waits for what is typed. */
const load = (path) => (!path && typed()[0]) || location.assign(path ?? here());

/** Replaces the content; what is typed in other forms than the one that was sent stays. */
function swap(html, path, sent) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const [inner, message] = ["main", "message"].map((id) => fresh.getElementById(id));
  // Bare pages have no frame, and the document may lack a style sheet that the page needs.
  if (!inner || inner.dataset.bare !== root.dataset.bare || !root.dataset.sheets.includes(inner.dataset.sheets)) {
    // An update that follows at once has none, and takes none away.
    if (message?.childElementCount) store.message = message.innerHTML;
    return load(path);
  }
  const isElsewhere = path && path !== here();
  // Refused input stays, too.
  const unsent = isElsewhere ? [] : typed(!fresh.querySelector("[data-kind=refusal],.refused") && sent);
  const active = document.activeElement;
  const focus = main().contains(active) && !isElsewhere && place(active);
  const top = focus && active.getBoundingClientRect().top;
  const open = all("details[open]", main()).map(place);
  const scrolls = all("[data-scroll]").map((box) => [box.id, box.scrollTop, box.scrollLeft]);
  // New disclosures unfold with an animation, and open ones stay open.
  for (const { id, classList } of all(".plant.open", inner)) {
    classList.toggle("opening", !!byId(id)?.matches(":not(.open)"));
  }
  main().replaceWith(inner);
  for (const field of unsent) fields().find((at) => called(at) === called(field))?.replaceWith(field);
  if (message?.childElementCount) byId("message").replaceChildren(...message.children);
  document.title = inner.dataset.title;
  if (isElsewhere) {
    history.pushState({}, "", path);
    scrollTo(0, 0);
    inner.focus({ preventScroll: true });
    mark();
  } else {
    for (const spot of open) find(spot)?.toggleAttribute("open", true);
    for (const [id, top, left] of scrolls) byId(id)?.scrollTo(left, top);
    if (focus) {
      // At the end of a list the forward link is gone, and the back link is beside it.
      const target = active.isConnected ? active
        : find(focus) ?? one(`${focus[0]}[data-id] .movers button`);
      const isSame = target?.tagName === active.tagName;
      (isSame ? target : inner).focus({ preventScroll: true });
      // Keeps the tapped element under the finger, whatever grew or shrank above it.
      if (isSame) scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" });
    }
  }
  root.dataset.shown = here();
  ready();
  keep([here()]);
}

// A button that is replaced between press and release gets no click: content waits for the release.
let held = Promise.resolve();
let release = () => {};
addEventListener("pointerdown", () => {
  held = Promise.race([new Promise((done) => (release = done)), seconds(2)]);
}, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true);

/** Marks the current page in the navigation. */
function mark() {
  const path = main().dataset.section ?? location.pathname;
  for (const link of all(".nav a:not(.brand)")) {
    link.ariaCurrent = link.pathname === path ? "page" : null;
  }
}

// Milliseconds by which the server's clock is ahead of the browser's.
let skew = 0;
const now = () => Date.now() + skew;
const request = async (url, options = {}) => {
  const headers = { "X-Trellis-Fragment": main().dataset.opened, ...options.headers };
  const answer = await fetch(url, { ...options, headers });
  const ahead = Date.parse(answer.headers.get("Date")) - Date.now();
  // A difference of two seconds may be the response's time on its way.
  if (Math.abs(ahead - skew) > 2e3) skew = ahead;
  return answer;
};

/** Sends a submission: with a key, the time at which it was made, and the clock of its page. */
const order = (url, body, words, keepalive) =>
  request(url, {
    method: "POST", body, keepalive,
    headers: {
      "Idempotency-Key": crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
      "X-Trellis-Label": encodeURIComponent(words.trim()),
      "X-Trellis-Tap": `${Math.round(now())} ${main().dataset.clock ?? 0}`,
    },
  });

/** Reloads the content of this page. */
async function refresh() {
  // The response to a form is newer, and has the message and its undo.
  if (one("form[data-busy]")) return;
  const [mine, path] = [++token, here()];
  const answer = await request(path).catch(() => ({}));
  if (answer.status === 401) return load();
  // A connection may break in the middle of a page.
  const html = answer.ok && (await answer.text().catch(() => ""));
  await held;
  // More was loaded meanwhile, which this would remove again.
  if (path !== here()) return refresh();
  if (html && mine === token) swap(html);
  return html;
}

// Forms

addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-live]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const flip = () => button?.ariaPressed && (button.ariaPressed = button.ariaPressed !== "true");
  // A quick second tap is held until the response to the first.
  if (form.dataset.busy) return (form.dataset.busy = "again"), flip();
  const state = button?.ariaPressed;
  const spot = state && place(form);
  const data = new FormData(form, button);
  const body = form.enctype === "multipart/form-data" ? data : new URLSearchParams(data);
  const mine = ++token;
  const before = main().cloneNode(true);
  form.dataset.busy = "once";
  button?.classList.add("pressed");
  flip();
  try {
    const words = button?.ariaLabel ?? form.ariaLabel ?? button?.textContent ?? "";
    // Completes even if the page is left at once; browsers allow that up to 64 KiB.
    const keepalive = body !== data && `${body}`.length < 6e4;
    const answer = await order(form.action, body, words, keepalive);
    const [id, path] = ["Queued", "Path"].map((name) => answer.headers.get("X-Trellis-" + name));
    if (!id && !path) throw await extra("extras", "fault", answer);
    const html = await answer.text();
    await held;
    if (id) {
      waiting = JSON.parse(html);
      await extra("extras", "wait", form, button, data, former, Number(id));
    } else if (mine === token) {
      former = path === here() && before;
      // A step needs no other input of its form.
      swap(html, path, !button?.formNoValidate && form);
    }
  } catch ({ words }) {
    say("refusal", words ??
      "The app cannot be reached. Nothing was lost: what you entered is still here.");
  }
  const isAgain = form.dataset.busy === "again";
  const wanted = button?.ariaPressed;
  // `banner` shows what waits.
  if (state) button.ariaPressed = state;
  delete form.dataset.busy;
  button?.classList.remove("pressed");
  await banner();
  const next = isAgain && spot && find(spot)?.querySelector("[aria-pressed]");
  if (next && next.ariaPressed !== wanted) next.click();
});

addEventListener("change", ({ target }) => target.closest("form[data-auto]")?.requestSubmit());

// Messages

function say(kind, words, ...actions) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.dataset.kind = kind;
  toast.role = kind === "refusal" ? "alert" : "status";
  const text = document.createElement("p");
  text.textContent = words;
  toast.append(text, ...actions);
  byId("message").replaceChildren(toast);
}

/** Dismisses a confirmation after a while, unless it is in use; a refusal and a report stay. */
async function fade(toast) {
  toast.dataset.seen = "";
  for (const close of all("[data-dismiss]", toast)) close.hidden = false;
  if (toast.dataset.kind === "celebration") extra("extras", "cheer", toast);
  if (toast.matches("[data-kind=refusal],[data-lasts]")) return;
  do await seconds(toast.querySelector("form") ? 10 : 6);
  while (toast.matches(":hover, :focus-within"));
  toast.remove();
}

// Time

// Milliseconds between reloads of content that stays outdated, and when the latest pause ends.
let [pause, rested] = [0, 0];
function tick() {
  all("[data-since]").forEach((clock) => extra("grids", "count", clock, now()));
  const due = Number(main().dataset.refresh);
  if (!due || now() <= due) pause = rested = 0;
  else if (performance.now() > rested) {
    // A server whose clock disagrees sends the same content again.
    pause = Math.min(2 * pause || 5e3, 3600e3);
    rested = performance.now() + pause;
    renew();
    banner();
  }
}
/** Reloads the content, and retries a few times on failure. */
async function renew() {
  const { retry = 3, retryAfter = 5 } = one("[data-retry]")?.dataset ?? {};
  for (let left = retry; !(await refresh()) && left > 0; left--)
    await seconds(retryAfter);
}

// Changes by other windows and programs

let events;
function listen() {
  events?.close();
  // The server reports at once what has changed since this page was made, also by a cache.
  // Embedded in another page, this one is authorized by the key in its address.
  const { sequence, opened } = main().dataset;
  events = new EventSource(
    `/api/v1/events${location.search || "?"}&seen=${sequence}&opened=${opened}`);
  let timer;
  events.addEventListener("changed", () => {
    clearTimeout(timer);
    timer = setTimeout(renew, 120);
  });
  events.onopen = () => connected(true);
  events.onerror = () => connected(false);
}
function resume() {
  listen();
  refresh();
}
document.onvisibilitychange = () => (document.hidden ? events?.close() : resume());
addEventListener("pageshow", ({ persisted }) => persisted && resume());
// Jumping to an anchor on the same page needs no reload.
root.dataset.shown = here();
addEventListener("popstate", () => here() === root.dataset.shown || location.reload());

// Offline

const worker = navigator.serviceWorker;
// A browser that has just signed out has no worker any more.
const tell = (what) => worker?.ready.then((home) => home.active?.postMessage(what));
const kept = new Set();
/** Stores pages for offline use after a short delay, which combines quick taps. */
const keep = (paths) => {
  if (!kept.size) seconds(0.3).then(() => {
    tell({ keep: [...kept], at: main().dataset.sequence });
    kept.clear();
  });
  for (const path of paths) kept.add(path);
};
/** Whether offline submissions are kept: within another page, or without a worker, they are not. */
const isKept = () => self === top && !!worker?.controller;
let waiting = [];
let isOffline = false;

function connected(isThere) {
  if (isOffline === !isThere) return;
  isOffline = !isThere;
  if (isThere) tell({ send: true });
  rested = 0;
  banner();
}

const queued = () => waiting.filter((item) => !item.refusal).length;

/** Shows what waits: the banner, the changed buttons, and what was refused. */
const banner = async () => {
  for (const span of all("#offline span")) span.hidden = "kept" in span.dataset !== isKept();
  try {
    if (isKept() && (isOffline || waiting.length)) await extra("extras", "pend", waiting);
  } finally {
    // Refused submissions have their own message.
    byId("offline").hidden = !isOffline && !queued();
  }
};
async function install() {
  // Within another page nothing is kept: browsers give it neither storage nor a connection later.
  if (self !== top || !worker) return;
  worker.addEventListener("controllerchange", banner);
  worker.onmessage = ({ data }) => {
    if (data.news) return extra("extras", "celebrate", data.news);
    // A page that was shown from the cache has arrived.
    if (data.late) return refresh();
    const before = queued();
    waiting = data.waiting;
    banner();
    // The page shows what arrived, and no longer what was refused.
    if (queued() < before) refresh();
  };
  const { version, instance } = root.dataset;
  await worker.register(`/sw.js?v=${version}&i=${instance}`, { updateViaCache: "none" });
  await worker.ready;
  // Offline submissions are kept once the worker answers for this page. A page that was loading
  // while it became active, or was reloaded without caches, has no worker until it is claimed.
  if (!worker.controller) await new Promise((done) => {
    worker.oncontrollerchange = done;
    tell({ claim: true });
  });
  root.dataset.sw = "ready";
  keep([here(), ...all(".nav a").map((link) => link.getAttribute("href"))]);
  tell({ send: true });
}
// The app is on this machine and may answer without a network.
window.ononline = window.onoffline = listen;

// Startup

// What other files enhance, if a page has it.
const parts = [
  ["grids", "walkable", "table[data-grid]"],
  ["grids", "anchored", "a[data-anchor-link]"],
  ["grids", "continued", "a[data-more]"],
  ["extras", "enliven", "[data-reorder],[data-push],[data-port] *,[data-share],.refused"],
  ["today", "enliven", "[data-settles],[data-fold],[data-tab]"],
];
function ready() {
  for (const [file, name, where] of parts) all(where).forEach((part) => extra(file, name, part));
  all("form[data-auto] button").forEach((button) => (button.hidden = true));
  if (waiting.length) banner();
  tick();
}
addEventListener("click", (event) => {
  event.target.closest("[data-dismiss]")?.closest(".toast").remove();
  for (const menu of all(".nav-more[open]")) menu.open = menu.contains(event.target);
});
addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && one(".nav-more[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
const look = () => all("#message .toast:not([data-seen])").forEach(fade);
new MutationObserver(look).observe(byId("message"), { childList: true });
if (store.message) byId("message").innerHTML = store.message;
delete store.message;
look();
ready();
setInterval(() => document.hidden || tick(), 1e3);
// A program that is busy or restarting gets a retry. Browsers do not listen again after an answer
// that is no stream, such as one of a proxy, or that the browser is signed out.
setInterval(() => {
  document.hidden || events?.readyState < 2 || resume();
  isOffline || (queued() && tell({ send: true }));
}, 2e4);
if ("zone" in root.dataset) extra("extras", "zoned");
if (!document.hidden) listen();
install();
