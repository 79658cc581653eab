/* Keeps reading pages in the browser, so that rules, words and lessons can be read without a connection.
   SITE (build, assets, pages by language) is written before this file by the server. Everything of one build lies in
   one cache of its own: a page is only ever shown with the files that it was made with. */
"use strict";

const CACHE = `sixtysix-${SITE.build}`;
const MOST_PAGES = 120;
const LAST = "/last-language"; // no page of the site: the language of the last page lies in the cache under this name
const addressOf = (url) => url.pathname + url.search; // another query is another page
const languageOf = (url) => (SITE.pages[url.pathname.split("/")[1]] ? url.pathname.split("/")[1] : null);
const isPage = (response) => (response.headers.get("Content-Type") || "").startsWith("text/html");

// Only what the site calls public, only of this build, and only whole pages.
const mayKeep = (response) =>
  response.ok && !response.redirected && isPage(response) &&
  (response.headers.get("Cache-Control") || "").includes("public") &&
  response.headers.get("X-Build") === SITE.build;

async function fetchAndKeep(address) {
  const response = await fetch(address, { credentials: "same-origin", cache: "reload" });
  if (mayKeep(response)) await (await caches.open(CACHE)).put(address, response);
}

async function keepLanguage(language) {
  const cache = await caches.open(CACHE);
  await cache.put(LAST, new Response(language));
  const known = new Set((await cache.keys()).map((request) => addressOf(new URL(request.url))));
  for (const page of SITE.pages[language] || []) if (!known.has(page)) await fetchAndKeep(page).catch(() => {});
}

// What was read under another build is fetched anew before that build goes.
async function bringAlong() {
  for (const name of await caches.keys()) {
    if (name === CACHE || !name.startsWith("sixtysix-")) continue;
    const old = await caches.open(name);
    const last = await old.match(LAST);
    if (last) await (await caches.open(CACHE)).put(LAST, last);
    for (const request of await old.keys()) {
      const url = new URL(request.url);
      if (languageOf(url)) await fetchAndKeep(addressOf(url)).catch(() => {});
    }
  }
}

self.addEventListener("install", (event) => {
  const files = async () => {
    await (await caches.open(CACHE)).addAll(SITE.assets);
    await bringAlong();
  };
  event.waitUntil(files());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("sixtysix-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// The page tells its language, and the lesson whose texts are to be kept.
self.addEventListener("message", (event) => {
  const { language, also } = event.data || {};
  const keep = async () => {
    if (SITE.pages[language]) await keepLanguage(language);
    if (also && new URL(also, location.origin).origin === location.origin) await fetchAndKeep(also).catch(() => {});
  };
  event.waitUntil(keep());
});

async function visit(request) {
  const url = new URL(request.url);
  try {
    const response = await fetch(request);
    if (request.method === "GET" && mayKeep(response)) {
      const cache = await caches.open(CACHE);
      await cache.put(addressOf(url), response.clone());
      const pages = (await cache.keys()).filter((kept) => languageOf(new URL(kept.url)));
      const fixed = new Set(Object.values(SITE.pages).flat());
      for (const kept of pages.slice(0, Math.max(0, pages.length - MOST_PAGES)))
        if (!fixed.has(addressOf(new URL(kept.url)))) await cache.delete(kept);
    } else if (response.headers.get("X-Build") && response.headers.get("X-Build") !== SITE.build) {
      self.registration.update().catch(() => {});
    }
    return response;
  } catch {
    return (await fromHere(request.method, url)) || Response.error();
  }
}

async function lastLanguage(cache) {
  const last = await cache.match(LAST);
  const language = last && (await last.text());
  return SITE.pages[language] ? language : Object.keys(SITE.pages)[0];
}

async function fromHere(method, url) {
  const cache = await caches.open(CACHE);
  const any = { ignoreVary: true };
  const kept = method === "GET" && (await cache.match(addressOf(url), any));
  if (kept) return kept;
  const language = languageOf(url) || (await lastLanguage(cache));
  // A step of a lesson that was opened: its texts can be read, if not answered.
  const lesson = url.pathname.match(/^\/\w+\/learn\/([\w-]+)\//);
  const texts = method === "GET" && lesson && (await cache.match(`/${language}/learn/${lesson[1]}/texts/`, { ...any, ignoreSearch: true }));
  if (texts) return texts;
  const page = await cache.match(`/${language}/offline/`, any);
  if (!page) return page;
  const headers = new Headers(page.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // the body is unpacked already
  return new Response(page.body, { status: 503, headers });
}

async function file(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request.url, { ignoreVary: true })) || fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || url.pathname.startsWith("/admin/")) return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (SITE.assets.includes(url.pathname)) event.respondWith(file(request));
});
