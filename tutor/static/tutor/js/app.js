/* The one script of ours. Everything works without it; it moves the focus, speaks, and remembers the language. */
(() => {
  "use strict";

  // After a swap the server names the control that gets the focus.
  document.addEventListener("sixtysix:focus", (event) => {
    const target = document.getElementById(event.detail.id);
    if (!target) return;
    target.focus({ preventScroll: true });
    const panel = document.getElementById("panel") || target;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const box = panel.getBoundingClientRect();
    if (box.top < 0 || box.top > innerHeight / 2) panel.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
    else if (target.getBoundingClientRect().bottom > innerHeight) target.scrollIntoView({ block: "nearest" });
  });

  // The same sentence twice is spoken twice: the region is emptied before it is filled.
  document.addEventListener("htmx:beforeRequest", () => {
    for (const id of ["status", "alert"]) document.getElementById(id).replaceChildren();
  });

  // No answer at all (the line is down): say so in the words that the page brought along.
  document.addEventListener("htmx:sendError", () => {
    const alert = document.getElementById("alert");
    const words = document.getElementById("no-connection");
    if (words) alert.replaceChildren(words.content.cloneNode(true));
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-language]");
    if (link) document.cookie = `django_language=${link.dataset.language};path=/;max-age=31536000;samesite=lax`;
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
})();
