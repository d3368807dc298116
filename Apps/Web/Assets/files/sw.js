// Keeps the app usable offline: it opens, shows its last known content, queues forms, and sends
// each of them once, in order.
//
// The URL of this file contains the version of the app and the home it serves. Another version or
// home is another worker with separate caches; those of others are dropped, never shown.
const parameters = new URL(location).searchParams;
const [version, instance] = [parameters.get("v"), parameters.get("i")];
const [pages, files] = [`pages|${instance}|${version}`, `files|${instance}|${version}`];
// Milliseconds to wait for a page before the cached one is shown.
const patience = 2500;
// Milliseconds after which a cached page is not shown any more.
const longest = 30 * 86400e3;
// Cached pages.
const most = 40;
// A page is the same regardless of the request's Accept header.
const loose = { ignoreVary: true };
// The cache entry with the state of the space that its pages show.
const mark = "/cached-at";

// The queue, in a separate database for each home

function database() {
  return new Promise((done, fail) => {
    const opening = indexedDB.open(`queue|${instance}`, 1);
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore("items", { keyPath: "id", autoIncrement: true });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(opening.error);
  });
}
async function queue(mode, work) {
  const store = await database();
  try {
    return await new Promise((done, fail) => {
      const transaction = store.transaction("items", mode);
      const asked = work(transaction.objectStore("items"));
      transaction.oncomplete = () => done(asked?.result);
      transaction.onabort = transaction.onerror = () => fail(transaction.error);
    });
  } finally {
    store.close();
  }
}
const waiting = () => queue("readonly", (items) => items.getAll());
const put = (item) => queue("readwrite", (items) => items.put(item));
const remove = (id) => queue("readwrite", (items) => items.delete(id));

async function report() {
  const all = await waiting();
  const items = all.filter(({ news }) => !news).map(({ key, ...item }) => item);
  for (const page of await clients.matchAll()) page.postMessage({ waiting: items });
  await announce(all);
  return items;
}

/** Lets one page celebrate what the queue has reached, once all of it was sent. */
async function announce(all) {
  if (all.some(({ news, refusal }) => !news && !refusal)) return;
  const news = all.filter(({ news }) => news);
  for (const { id } of news.filter(({ isUndone }) => isUndone)) await remove(id);
  const lasting = news.filter(({ isUndone }) => !isUndone);
  // It is kept until the page confirms it, since a page may be closed meanwhile.
  const page = lasting.length && (await clients.matchAll({ type: "window" })).find(
    ({ visibilityState, frameType }) => visibilityState === "visible" && frameType !== "nested");
  if (page) page.postMessage({ news: lasting.map(({ id, news }) => ({ id, html: news })) });
}

/** Keeps or removes what a delivered submission has reached; a later one may undo an earlier. */
async function settle(item, news) {
  const [about, state] = subject(item);
  for (const earlier of state ? (await waiting()).filter(({ news }) => news) : []) {
    const [same, reached] = subject(earlier);
    if (same === about) await put({ ...earlier, isUndone: state !== reached });
  }
  await (news ? put({ ...item, news }) : remove(item.id));
}

/** The subject of a submission, a habit and a day, and the state that it sets. */
function subject({ body }) {
  const given = new URLSearchParams(body);
  // A tap on a calendar sends day and state as one value.
  const marks = given.get("mark")?.split(" ") ?? [given.get("status")];
  const day = given.get("day") ?? marks[0];
  return [`${given.get("habit") ?? given.get("of")} ${day}`, marks.at(-1)];
}

/** Sends the queue in order; stops at the first form that does not arrive. */
function send() {
  return navigator.locks.request(`send|${instance}`, async () => {
    for (const item of await waiting()) {
      if (item.refusal || item.news) continue;
      const answer = await post(item).catch(() => null);
      // A page of somebody else, such as a proxy that asks who one is, has delivered nothing.
      const isForeign = answer?.ok && !answer.headers.has("X-Trellis-Path");
      // What waits is sent once the browser is signed in again, or the app is ready.
      const isLater = isForeign || answer?.status >= 500 || [401, 429].includes(answer?.status);
      if (!answer || isLater || answer.headers.has("Retry-After")) break;
      const { news, ...refused } = await said(answer);
      if (refused.refusal) await put({ ...item, ...refused });
      else await settle(item, news);
    }
    await report();
  });
}
async function post({ url, body, key, claim }) {
  const send = (body) =>
    fetch(url, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Idempotency-Key": key,
        "X-Trellis-Fragment": "1",
        "X-Trellis-Claim": claim,
      },
    });
  const answer = await send(body);
  if (answer.status !== 403) return answer;
  // The form was made before the browser signed in again: its token is exchanged.
  const page = await (await fetch("/settings", { headers: { Accept: "text/html" } })).text();
  // Somebody else is signed in now: the waiting forms are not theirs, and keep waiting.
  if (!page.includes(`data-instance="${instance}"`)) return new Response(null, { status: 401 });
  const token = page.match(/name="token" value="([^"]+)"/)?.[1];
  if (!token) return answer;
  const fresh = new URLSearchParams(body);
  fresh.set("token", token);
  return send(`${fresh}`);
}

/** The result of a form: why it was refused or failed, and what to celebrate. */
async function said(answer) {
  const outcome = answer.headers.get("X-Trellis-Outcome");
  const isRefused = outcome === "refusal";
  const html = await answer.text();
  if (answer.ok && !isRefused) {
    const news = outcome === "celebration" && html.match(/<div class="toast".*?(?=<\/div>\s*<main)/s);
    return { news: news?.[0] };
  }
  const words = html.match(isRefused ? /data-kind="refusal"><p>(.*?)<\/p>/s : /<p>(.*?)<\/p>/s);
  return {
    refusal: plain(words?.[1] ?? "The app did not accept it."),
    isFinal: answer.headers.get("X-Trellis-Repetition") === "useless",
  };
}
function plain(html) {
  const signs = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return html.replace(/<[^>]*>/g, "").replace(/&(#?\w+);/g, (all, name) => signs[name] ?? all);
}

/** Submits a form, or queues it if the server is unreachable. */
async function submit(request) {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch (error) {
    const type = copy.headers.get("Content-Type") ?? "";
    if (!type.startsWith("application/x-www-form-urlencoded")) throw error;
    const key = copy.headers.get("Idempotency-Key") ?? crypto.randomUUID();
    const body = await copy.text();
    const label = decodeURIComponent(copy.headers.get("X-Trellis-Label") ?? "");
    // When it was made: the app applies it as of that time.
    const claim = copy.headers.get("X-Trellis-Tap") ?? `${Date.now()} 0`;
    const id = await put({ url: request.url, body, key, label, claim });
    await registration.sync?.register("send").catch(() => {});
    return Response.json(await report(), { status: 202, headers: { "X-Trellis-Queued": `${id}` } });
  }
}

/** Names a waiting submission, unless it is sent meanwhile. */
function name(id, label) {
  return navigator.locks.request(`send|${instance}`, async () => {
    const item = (await waiting()).find((item) => item.id === id);
    if (item) await put({ ...item, label });
  });
}

// Pages and files

/** An existing store. Opening one creates it, and signing out must leave none behind. */
const existing = async (name) => ((await caches.has(name)) ? caches.open(name) : null);

// Whether the latest page that came late was somebody else's, such as a proxy that asks who one is:
// the page that it replaces opens it, and would else be shown instead of it again.
let isForeign = false;

async function page(event) {
  const { request, resultingClientId } = event;
  const store = await existing(pages);
  let isOwn = false;
  const late = new Promise((_, fail) => isForeign || setTimeout(fail, patience));
  isForeign = false;
  const fresh = fetch(request).then(async (answer) => {
    // Signed out: cached pages are no longer shown here.
    if (answer.status === 401) await caches.delete(pages);
    isOwn = await hold(store, request.url, answer.clone());
    return answer;
  });
  try {
    return await Promise.race([fresh, late]);
  } catch {
    const kept =
      (await cached(store, request.url)) ?? (await cached(store, request.url, { ignoreSearch: true }));
    if (!kept) return (await fresh.catch(() => store?.match("/offline", loose))) ?? Response.error();
    // It may show less than the late one, even if nothing has changed in the space.
    const replace = async () => {
      isForeign = !isOwn;
      (await clients.get(resultingClientId))?.postMessage({ late: true });
    };
    event.waitUntil(fresh.then(replace, () => {}));
    return kept;
  }
}

async function cached(store, url, options) {
  const kept = await store?.match(url, { ...options, ...loose });
  if (!kept || Date.now() - Date.parse(kept.headers.get("Date")) < longest) return kept;
  await store.delete(url, { ...options, ...loose });
}

/** Caches a page of this home, or drops it if it no longer exists; says whether it is of this home. */
// The store was opened before the page was requested: a page that was loading when the browser
// signed out then goes into a store that nobody finds any more.
async function hold(store, url, answer) {
  const html = await answer.clone().text().catch(() => "");
  // A proxy may lead to its own page, or not find the app: the cached page is still there.
  if (!html.includes(`data-instance="${instance}"`)) return false;
  const isGone = answer.redirected || [404, 410].includes(answer.status);
  try {
    if (isGone) await store?.delete(url, loose);
    // There is none yet if somebody has signed in again.
    else if (answer.ok) await (store ?? (await caches.open(pages))).put(url, answer);
  } catch {
    // The store was removed meanwhile, or there is no room: the page is shown all the same.
  }
  return true;
}

async function file(request, isPinned) {
  const store = await existing(files);
  const kept = await store?.match(request.url, loose);
  const fresh = () =>
    fetch(request).then((answer) => {
      if (answer.ok) store?.put(request.url, answer.clone());
      return answer;
    });
  if (kept && isPinned) return kept;
  return kept ? (fresh().catch(() => {}), kept) : fresh();
}

async function keep(store, paths) {
  for (const path of new Set(paths)) {
    const answer = await fetch(path, { headers: { Accept: "text/html" } }).catch(() => null);
    if (answer?.status === 401) {
      await caches.delete(pages);
      return;
    }
    if (answer) await hold(store, new URL(path, location).href, answer);
  }
}

// The state that the cached pages should have, while they are refreshed.
let wanted;

/** Reloads all cached pages once something has changed, so that none shows what was deleted. */
async function catchUp(sequence) {
  if (!sequence) return;
  if (wanted) {
    // The waiting call does it.
    wanted = sequence;
    return;
  }
  const store = await existing(pages);
  // Signed out meanwhile.
  if (!store) return;
  if ((await (await store.match(mark))?.text()) === sequence) return;
  wanted = sequence;
  // Many changes may come at once.
  await new Promise((done) => setTimeout(done, 2000));
  const latest = wanted;
  wanted = undefined;
  // Signed out meanwhile.
  if (!(await caches.has(pages))) return;
  const urls = (await store.keys()).map(({ url }) => url).filter((url) => new URL(url).pathname !== mark);
  for (const url of urls.slice(0, -most)) await store.delete(url, loose);
  await keep(store, urls.slice(-most));
  if (await caches.has(pages)) await store.put(mark, new Response(latest));
}

addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const store = await caches.open(pages);
      await keep(store, ["/", "/offline"]);
      const offline = await store.match("/offline");
      const html = (await offline?.text()) ?? "";
      const links = [...html.matchAll(/="(\/(?:assets\/|theme)[^"]+)"/g)];
      await (await caches.open(files)).addAll([...new Set(links.map((link) => link[1]))]);
      await skipWaiting();
    })(),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name !== pages && name !== files) await caches.delete(name);
      }
      // Navigations wait until this has ended, so nothing is sent here: each page asks for it.
      await clients.claim();
    })(),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname.startsWith("/do/")) {
    if (request.mode !== "navigate") event.respondWith(submit(request));
  } else if (request.method !== "GET") {
    return;
  } else if (request.mode === "navigate") {
    event.respondWith(page(event));
  } else if (url.pathname.startsWith("/assets/")) {
    event.respondWith(file(request, true));
  } else if (url.pathname.startsWith("/theme")) {
    event.respondWith(file(request, false));
  }
});

// Notices, of hosts that send them while no page is open

/** Shows a notice; a browser ends the subscription of a worker that shows none. */
async function notify(data) {
  let notice = {};
  try {
    notice = data.json();
  } catch {}
  const { title = "There is something new", body, id, url } = notice;
  const kept = (await (await existing(files))?.keys()) ?? [];
  const icon = kept.map(({ url }) => url).find((url) => url.includes("-192"));
  // A repetition replaces the same notice and makes no sound.
  await registration.showNotification(title, { body, icon, tag: id, data: { url } });
}

/** Opens the page of a notice, in an existing window if possible; never another site's page. */
async function visit(about) {
  const target = new URL(new URL(about ?? "/", location).pathname, location).href;
  const windows = await clients.matchAll({ type: "window" });
  const page = windows.find(({ frameType }) => frameType !== "nested");
  if (!page) return clients.openWindow(target);
  await page.focus();
  await page.navigate(target).catch(() => clients.openWindow(target));
}

/** Reports the new address to the host, after the push service has changed it. */
async function renew({ oldSubscription, newSubscription }) {
  const fresh = newSubscription ??
    (oldSubscription && (await registration.pushManager.subscribe(oldSubscription.options)));
  if (!fresh) return;
  const { subscription } = await (await fetch("/api/v1/push")).json();
  if (!subscription) return fresh.unsubscribe();
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ ...fresh.toJSON(), ...subscription });
  await fetch("/api/v1/push/subscription", { method: "PUT", headers, body });
}

addEventListener("push", (event) => event.waitUntil(notify(event.data)));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(event.notification.data?.url));
});
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
addEventListener("sync", (event) => event.waitUntil(send()));
addEventListener("message", (event) => {
  const { data } = event;
  const work = async () => {
    if (data.claim) await clients.claim();
    if (data.keep) {
      await keep(await existing(pages), data.keep);
      await catchUp(data.at);
      await announce(await waiting());
    }
    if (data.told) for (const id of data.told) await remove(id);
    if (data.name) await name(data.name, data.words);
    if (data.discard) await remove(data.discard);
    if (data.again) {
      const item = (await waiting()).find((item) => item.id === data.again);
      // With a new key: the answer for the old one would be the same.
      if (item) await put({ ...item, key: crypto.randomUUID(), refusal: undefined });
    }
    if (data.send || data.again) await send();
    else if (data.discard) await report();
  };
  event.waitUntil(work());
});
