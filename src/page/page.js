"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const make = (name, fields = {}, ...content) => {
    const element = Object.assign(document.createElement(name), fields);
    element.append(...content);
    return element;
  };
  const decoded = (bytes) => new TextDecoder().decode(bytes), encoded = (text) => new TextEncoder().encode(text);
  const blobbed = (content, type) => URL.createObjectURL(new Blob([content], { type }));

  // The program, compiled once. Each question gets a new instance; a worker runs one question at a time, and ends with
  // a question that is cancelled.
  const program = (async () => {
    const letters = $("program").textContent, bytes = new Uint8Array(letters.length * 13 >> 4);
    const value = (at) => letters.charCodeAt(at) === 126 ? 25 : letters.charCodeAt(at) - 35;
    // 13 bits in two characters; the last character may have 5 bits alone.
    for (let i = 0, bits = 0, count = 0, end = 0; i < letters.length; i += 2) {
      bits |= value(i) + 91 * (value(i + 1) || 0) << count;
      for (count += 13; count >= 8; count -= 8, bits >>= 8) bytes[end++] = bits;
    }
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  })();
  const source = blobbed($("worker").textContent, "text/javascript");
  let worker = null, running = null, turn = 0;

  function stop() {
    if (!running) return;
    worker.terminate();
    worker = null;
    running(null);
  }
  // Runs a command, in place of the one that still runs. The result is null if it was cancelled.
  async function ask(args, input) {
    stop();
    const mine = ++turn, late = setTimeout(() => { if (mine === turn) $("busy").hidden = false; }, 150);
    $("progress").textContent = "working";
    const module = await program;
    if (mine !== turn) return null;
    worker = worker || new Worker(source);
    const result = await new Promise((done) => {
      running = done;
      worker.onmessage = ({ data }) => data.result ? done(data.result) : $("progress").textContent = data.progress;
      worker.onerror = (error) => done({ code: 3, broken: error.message, out: new Uint8Array(0), err: "", files: [], gone: [] });
      worker.postMessage({ module, args, input: encoded(input), files: [...examples, ...files], columns: columns() });
    });
    if (mine !== turn) return null;
    clearTimeout(late);
    $("busy").hidden = true;
    running = null;
    for (const name of result ? result.gone : []) files.delete(name);
    for (const [name, bytes] of result ? result.files : []) files.set(name, bytes);
    list();
    return result;
  }
  // A screen that is too narrow for the width of a page of text has its own.
  function columns() {
    const fit = Math.floor(($("answer").clientWidth - 24) / 7.83);
    return fit < 100 ? Math.max(40, fit) : 0;
  }

  // The files that the commands find, beside those of the manual's examples.
  const examples = Object.entries(JSON.parse($("examples").textContent)).map(([name, text]) => [name, encoded(text)]);
  const files = new Map();
  const saves = (name, bytes, words) => make("a", { className: "file", download: name.split("/").pop(), href: blobbed(bytes) }, words);
  function list() {
    $("listed").querySelectorAll("a").forEach((link) => URL.revokeObjectURL(link.href));
    $("listed").replaceChildren(...[...files].map(([name, bytes]) => {
      const remove = make("button", { type: "button", ariaLabel: "Remove " + name }, "Remove");
      remove.addEventListener("click", () => (files.delete(name), list()));
      return make("li", {}, name + ", " + bytes.length + " bytes ", saves(name, bytes, "Save"), remove);
    }));
  }
  // Files by their names, those of a folder by their paths in it.
  async function add(given) {
    const names = [...given].map((file) => file.webkitRelativePath || file.name);
    for (const [i, file] of [...given].entries()) files.set(names[i], new Uint8Array(await file.arrayBuffer()));
    list();
    $("files").open = true;
    if (names.length && !$("command").value) $("command").value = "hockney check " + quoted(names[0]);
    say("added " + names.join(", "));
  }
  // Standard input, or another file that was pasted.
  function pasted() {
    const name = $("named").value.trim(), text = $("pasted").value;
    if (name === "-" || !name) return text;
    if (text) files.set(name, encoded(text));
    return "";
  }

  // The words of a line, as a shell reads them.
  const quoted = (word) => /^[\w@%+=:,.\/^-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
  function words(line) {
    const all = [];
    let word = null, quote = "";
    for (let i = 0; i < line.length; i++) {
      const c = line[i], next = line[i + 1];
      if (c === quote) quote = "";
      else if (c === "\\" && quote !== "'" && (!quote || '"\\$`\n'.includes(next))) {
        i++;
        if (next !== "\n") word = (word || "") + (next || "");
      } else if (quote) word += c;
      else if (c === "'" || c === '"') [quote, word] = [c, word || ""];
      else if (/\s/.test(c)) {
        if (word !== null) all.push(word);
        word = null;
      } else if ("|<>;&".includes(c)) throw new Error("the page runs one command, without " + c + ": put a formula in quotes, write to a file with -o FILE, and paste standard input below");
      else word = (word || "") + c;
    }
    if (quote) throw new Error("the quote " + quote + " is not closed");
    if (word !== null) all.push(word);
    while (["$", "hockney"].includes(all[0])) all.shift();
    return all;
  }

  const CODES = ["yes, or done", "no", "unusable input", "no answer"];
  // The most of a text that is shown; all of it can be saved.
  const MOST_SHOWN = 1 << 20;
  function say(text) {
    $("said").textContent = text;
  }
  function place(title, ...content) {
    $("answer").replaceWith(make("main", { id: "answer", ariaLabel: "the answer", tabIndex: -1 }, make("h2", {}, title), ...content));
    document.title = title + " - hockney";
  }
  function printed(title, { code, broken, cut, out, err, files }) {
    const text = decoded(out.subarray(0, MOST_SHOWN)), content = [];
    content.push(make("p", { id: "code", className: code ? "bad" : "good" }, "exit code " + code + ": " + (CODES[code] || "ended")));
    if (broken) content.push(make("p", { className: "failure" }, "no answer: this takes more memory than a page has (" + broken + ")"));
    if (err) content.push(make("pre", { id: "err", className: "failure" }, err));
    if (/^\s*(<\?xml.*?\?>\s*)?<svg/.test(text)) content.push(make("img", { alt: title, src: "data:image/svg+xml," + encodeURIComponent(decoded(out)) }));
    if (out.length) content.push(make("pre", { id: "out" }, text));
    if (cut) content.push(make("p", {}, "The page stops reading after 64 MiB."));
    if (out.length) content.push(make("p", {}, saves("output.txt", out, out.length > MOST_SHOWN ? "Save all of it" : "Save it")));
    if (files.length) content.push(make("ul", {}, ...files.map(([name, bytes]) => make("li", {}, name + " ", saves(name, bytes, "Save")))));
    place(title, ...content);
    say("exit code " + code + ". " + err.slice(0, 400));
  }
  function wait() {
    $("answer").setAttribute("aria-busy", "true");
  }
  function cancelled() {
    $("answer").removeAttribute("aria-busy");
    $("answer").prepend(make("p", { className: "failure" }, "cancelled"));
    say("cancelled");
  }

  // The state is what stands behind the #: the fields of the form, or a command with its input and the small files
  // that it names.
  const MOST_KEPT = 100000;
  const here = () => new URLSearchParams(location.hash.slice(1));
  function keep(query, push) {
    if ("#" + query !== location.hash) history[push ? "pushState" : "replaceState"](null, "", "#" + query);
  }
  async function run(line, input, push) {
    let args;
    wait();
    try {
      args = words(line);
    } catch (error) {
      stop();
      place(line, make("p", { id: "err", className: "failure" }, error.message));
      return say(error.message);
    }
    const query = new URLSearchParams({ run: line });
    if (input) query.set("input", input);
    for (const [name, bytes] of files) if (bytes.length < MOST_KEPT && args.some((word) => word.endsWith(name))) query.append("file", name + "\n" + decoded(bytes));
    if (query.toString().length < 2 * MOST_KEPT) keep(query, push);
    const result = await asked(args, input);
    if (result) printed(["hockney", ...args.map(quoted)].join(" "), result);
  }
  async function asked(args, input) {
    const mine = turn + 1, result = await ask(args, input);
    if (!result && mine === turn) cancelled();
    return result;
  }

  // The form. With each change the program says what the form offers, and what the answer is.
  let timer = 0, field = null, pushing = false;
  const filled = () => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData($("ask"))) if (value.trim()) query.append(name, value);
    return query;
  };
  // Takes over what the program says of the form, but leaves alone what is being typed into.
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
  async function show(query, push, whole) {
    clearTimeout(timer);
    wait();
    const result = await asked(["form"], query.toString());
    if (!result) return;
    const page = new DOMParser().parseFromString(decoded(result.out), "text/html");
    const answer = page.getElementById("answer"), form = page.getElementById("ask");
    if (!answer) return printed("no answer", result);
    $("answer").replaceWith(answer);
    document.title = answer.dataset.title + " - hockney";
    fill(form, whole);
    const canonical = new URLSearchParams(answer.dataset.query);
    if (query.get("schedule")) canonical.set("schedule", query.get("schedule"));
    keep(canonical, push);
    pushing = false;
    if ($("data")) hockney();
    say(answer.dataset.said || answer.textContent);
  }
  // Shows what the address asks.
  function begin() {
    const query = here(), line = query.get("run");
    field = null;
    if (line === null) return show(query, false, true);
    for (const file of query.getAll("file")) files.set(file.split("\n", 1)[0], encoded(file.slice(file.indexOf("\n") + 1)));
    $("command").value = line;
    $("pasted").value = query.get("input") || "";
    return run(line, $("pasted").value, false);
  }

  document.addEventListener("input", (event) => {
    const changed = event.target;
    if (!changed.closest("#ask")) return;
    // Going back undoes a change of a field, not each of its letters.
    pushing = pushing || changed.name !== field;
    field = changed.name;
    if (field === "collective" || field === "topology") $("algorithm").value = "";
    clearTimeout(timer);
    const typed = changed.tagName === "TEXTAREA" || changed.type === "text";
    timer = setTimeout(() => show(filled(), pushing, false), typed ? 200 : 0);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target.id === "ask") show(filled(), true, false);
    else if ($("command").value.trim()) run($("command").value, pasted(), true);
  });
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("#answer a[href^='#']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    field = null;
    await show(new URLSearchParams(link.hash.slice(1)), true, true);
    $("answer").focus();
  });
  $("cancel").addEventListener("click", stop);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") stop(); });
  for (const id of ["pick", "folder"]) $(id).addEventListener("change", () => add($(id).files));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const target = event.target, dropped = event.dataTransfer.files;
    if (target.id !== "schedule" || dropped.length !== 1) return add(dropped);
    target.value = await dropped[0].text();
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });
  addEventListener("popstate", begin);
  const wide = matchMedia("(min-width:60rem)");
  const unfold = () => $("question").open = wide.matches;
  wide.addEventListener("change", unfold);
  unfold();
  begin();
})();
