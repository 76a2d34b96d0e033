"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  // The longest query that stands in the address whole.
  const LONGEST = 6000;
  let turn = 0, timer = 0, flight = null, field = null, pushing = false;

  // What the form asks, without what is blank.
  const asked = () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData($("ask"))) if (value.trim()) query.append(name, value);
    return query;
  };
  // What the address asks. A long schedule stands behind the #, so that it can be linked to and
  // comes back, but is sent as the body of a request.
  const here = () => {
    const query = new URLSearchParams(location.search);
    const behind = new URLSearchParams(location.hash.slice(1));
    if (behind.get("schedule")) query.set("schedule", behind.get("schedule"));
    return query;
  };
  const address = (query) => {
    if (query.toString().length <= LONGEST || !query.has("schedule")) return "/?" + query;
    const rest = new URLSearchParams(query), behind = new URLSearchParams();
    behind.set("schedule", rest.get("schedule"));
    rest.delete("schedule");
    return "/?" + rest + "#" + behind;
  };

  // Takes over what the server says of the form, but leaves alone what is being typed into.
  function fill(theirs, whole) {
    if (whole) return $("ask").replaceWith(theirs);
    const active = document.activeElement;
    for (const id of ["algorithm", "parameters"]) {
      if (!$(id).contains(active)) $(id).replaceWith(theirs.querySelector("#" + id).cloneNode(true));
    }
    for (const element of theirs.elements) {
      const mine = element.name && $(element.name);
      if (mine && mine !== active && mine.value !== element.value && element.type !== "checkbox") mine.value = element.value;
    }
  }

  function say(text) {
    $("said").textContent = text;
  }

  async function show(query, push, whole) {
    const mine = ++turn;
    clearTimeout(timer);
    if (flight) flight.abort();
    flight = new AbortController();
    const signal = flight.signal, short = query.toString().length <= LONGEST;
    $("answer").setAttribute("aria-busy", "true");
    let text;
    try {
      const response = short ? await fetch("/?" + query, { signal }) : await fetch("/", { method: "POST", body: query, signal });
      text = await response.text();
    } catch (error) {
      if (mine !== turn || error.name === "AbortError") return;
      text = "<main id=answer tabindex=-1><p class=failure>the server does not answer: is hockney serve still running?</p></main>";
    }
    if (mine !== turn) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    const answer = page.getElementById("answer"), form = page.getElementById("ask");
    if (!answer) {
      $("answer").removeAttribute("aria-busy");
      $("answer").textContent = page.body.textContent;
      return say(page.body.textContent);
    }
    $("answer").replaceWith(answer);
    if (page.title) document.title = page.title;
    if (form) fill(form, whole);
    if (answer.dataset.query !== undefined) {
      const canonical = new URLSearchParams(answer.dataset.query);
      if (query.get("schedule")) canonical.set("schedule", query.get("schedule"));
      const to = address(canonical);
      if (to !== location.pathname + location.search + location.hash) history[push ? "pushState" : "replaceState"](null, "", to);
    }
    pushing = false;
    if ($("data")) hockney();
    if (whole) $("answer").focus();
    say(answer.dataset.said || answer.textContent);
  }

  document.addEventListener("input", (event) => {
    const changed = event.target;
    if (!changed.closest("#ask")) return;
    // Going back undoes a change of a field, not each of its letters.
    pushing = pushing || changed.name !== field;
    field = changed.name;
    if (field === "collective" || field === "topology") $("algorithm").value = "";
    turn++;
    clearTimeout(timer);
    const typed = changed.tagName === "TEXTAREA" || changed.type === "text";
    timer = setTimeout(() => show(asked(), pushing, false), typed ? 350 : 0);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "ask") return;
    event.preventDefault();
    show(asked(), true, false);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#answer a");
    if (!link || link.download || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    field = null;
    show(new URLSearchParams(link.search), true, true);
  });
  window.addEventListener("popstate", () => {
    field = null;
    show(here(), false, true);
  });

  if (location.hash.startsWith("#schedule=")) show(here(), false, true);
  else if ($("answer").dataset.query && !location.search) history.replaceState(null, "", "/?" + $("answer").dataset.query);
})();
