/* The one script of ours. Everything works without it; it moves the focus, speaks, copies links, hears single keys where
   somebody wants them, and remembers languages. */
(() => {
  "use strict";

  // The look that a visitor has chosen, for pages that are the same for everybody. Personal pages bring it along.
  const root = document.documentElement;
  const chosen = document.cookie.match(/(?:^|; )sixtysix_look=([a-z0-9.-]*)/);
  for (const pair of chosen ? chosen[1].split(".") : []) {
    const [name, value] = pair.split("-");
    if (["deck", "text", "motion", "digits", "keys"].includes(name)) root.dataset[name] = value;
  }
  const calm = () => root.dataset.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The digits of the language in texts and spoken names; personal pages have them already.
  const zero = { ar: 0x660, hi: 0x966 }[root.lang];
  const native = (text) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)));
  const rewrite = () => {
    if (root.dataset.digits !== "native" || !zero) return;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (/[0-9]/.test(text.data) && !text.parentElement.closest("[translate=no], textarea, script")) text.data = native(text.data);
    }
    for (const named of document.querySelectorAll("[aria-label]")) named.ariaLabel = native(named.ariaLabel);
    document.title = native(document.title);
  };
  document.addEventListener("DOMContentLoaded", rewrite);
  document.addEventListener("htmx:afterSettle", rewrite);

  // After a swap the server names the control that gets the focus.
  document.addEventListener("sixtysix:focus", (event) => {
    const target = document.getElementById(event.detail.id);
    if (!target) return;
    target.focus({ preventScroll: true });
    const panel = document.getElementById("panel") || target;
    const box = panel.getBoundingClientRect();
    if (box.top < 0 || box.top > innerHeight / 2) panel.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
    else if (target.getBoundingClientRect().bottom > innerHeight) target.scrollIntoView({ block: "nearest" });
  });

  // The same sentence twice is spoken twice: the region is emptied before it is filled.
  document.addEventListener("htmx:beforeRequest", () => {
    for (const id of ["status", "alert"]) document.getElementById(id).replaceChildren();
  });

  // Where an answer takes long, the words that stand ready for that are spoken as well as shown: those of the button.
  let waiting = 0;
  const wait = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const words = document.querySelector(".thinking.htmx-request");
      if (words) document.getElementById("status").textContent = words.textContent;
    }, 400);
  };
  document.addEventListener("htmx:beforeRequest", wait);
  document.addEventListener("htmx:afterRequest", () => clearTimeout(waiting));
  // A form that loads a whole page has words as well; with Back they are gone.
  document.addEventListener("submit", (event) => {
    const words = !event.defaultPrevented && event.target.querySelector(".thinking");
    if (!words) return;
    words.classList.add("htmx-request");
    wait();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const words of document.querySelectorAll(".thinking")) words.classList.remove("htmx-request");
  });

  // No answer at all (the line is down): say so in the words that the page brought along.
  document.addEventListener("htmx:sendError", () => {
    const alert = document.getElementById("alert");
    const words = document.getElementById("no-connection");
    if (words) alert.replaceChildren(words.content.cloneNode(true));
  });

  // The second language of the rules is chosen once: links to the rules take it along. Reading pages know no visitor,
  // so it is kept in the browser and stands in addresses only.
  const beside = {
    get: () => { try { return localStorage.getItem("second-language") || ""; } catch { return ""; } },
    set: (code) => { try { localStorage.setItem("second-language", code); } catch { /* not kept, then */ } },
  };

  const takeAlong = (link) => {
    const url = new URL(link.href);
    if (!/^\/[a-z-]+\/rules\//.test(url.pathname) || url.searchParams.has("with") || !beside.get()) return;
    if (url.pathname === location.pathname && url.hash) return;
    url.searchParams.set("with", beside.get());
    link.href = url.href;
  };

  // Where nothing can be copied (plain HTTP, or it was refused) the link is followed: then its address is in the bar.
  const copy = async (link) => {
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      location.assign(link.href);
      return;
    }
    link.dataset.copied = "";
    const words = document.getElementById("link-copied");
    document.getElementById("status").textContent = words.content.textContent;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-language]");
    if (link) document.cookie = `django_language=${link.dataset.language};path=/;max-age=31536000;samesite=lax`;
    const second = event.target.closest("[data-beside]");
    if (second) beside.set(second.dataset.beside);
    // Another language of the same place.
    if ((link || second)?.href && location.hash) (link || second).hash = location.hash;
    const copied = event.target.closest("a[data-copy]");
    if (copied && navigator.clipboard) {
      if (!new URL(copied.href).hash) event.preventDefault();
      copy(copied);
    }
    const rules = event.target.closest("a[href*='/rules/']");
    if (rules && !second && !link) takeAlong(rules);
    const menu = document.getElementById("languages");
    if (menu && menu.open && !menu.contains(event.target)) menu.open = false;
  });

  document.addEventListener("keydown", (event) => {
    const menu = document.getElementById("languages");
    if (event.key === "Escape" && menu && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // The table in words is read aloud when it is opened.
  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "words" || !event.target.open) return;
    const said = [...event.target.querySelectorAll("li")].map((line) => line.textContent);
    document.getElementById("status").replaceChildren(...said.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  }, true);

  // Single keys, off until somebody wants them. The place of a key counts, so that they are there in every script.
  const sayAgain = () => {
    const status = document.getElementById("status");
    const said = [...status.childNodes];
    if (!status.textContent.trim()) return document.querySelector("#words summary")?.click();
    status.replaceChildren();
    setTimeout(() => status.replaceChildren(...said), 60);
  };
  document.addEventListener("keydown", (event) => {
    if (root.dataset.keys !== "on" || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const number = event.code.match(/^(?:Digit|Numpad)([1-6])$/);
    const letter = event.code.match(/^Key([A-Z])$/);
    let control = letter && document.querySelector(`[data-key=${letter[1]}]`);
    if (event.key === "?") control = document.getElementById("keys-help");
    else if (number && !event.shiftKey) control = document.querySelector(`.seat--you .hand > li:nth-child(${number[1]}) :is(button, input)`);
    else if (event.code === "KeyR") sayAgain();
    if (!control) return;
    event.preventDefault();
    control.focus();
    control.click();
  });

  // Reading without a connection: the worker keeps the pages of this language, and the texts of a lesson that is opened.
  if ("serviceWorker" in navigator && isSecureContext && document.querySelector("link[rel=manifest]")) {
    addEventListener("load", async () => {
      try {
        await navigator.serviceWorker.register("/sw.js");
        const { active } = await navigator.serviceWorker.ready;
        const lesson = location.pathname.match(/^\/\w+\/learn\/(?!exit\/|texts\/)[\w-]+\//);
        const also = lesson && `${lesson[0]}texts/${location.search}`;
        active.postMessage({ language: document.documentElement.lang, also });
      } catch {
        // A browser that keeps nothing: everything works as before, with a connection.
      }
    });
  }
})();
