"use strict";
// Begins with the drawing that the page has; another call begins anew with another one.
let ended = new AbortController();
// The drawing that was last shown, and its step.
let before = "", kept = 0;
function hockney() {
  ended.abort();
  ended = new AbortController();
  const signal = ended.signal;
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  // The numbers of the data become what they stand for.
  const row = ([list, ...texts], of) => data.lists[list].map((number, i) => of(number, data.texts[texts[i]]));
  const message = (way, b) => ({ f: data.ways[way][0], t: data.ways[way].at(-1), w: data.ways[way].slice(1, -1), b });
  data.steps = data.steps.map((s) => s.title ? s : { messages: row(s, message) });
  data.changes = data.changes.map((all) => Object.fromEntries(row(all, (v, text) => [v, text])));
  const last = data.steps.length;
  const slider = $("slider");
  let now = 0, timer = 0, chosen = null;
  // In the page of the server the address is the question's.
  const alone = !$("ask");
  const count = (n, what) => n + " " + what + (n === 1 ? "" : "s");
  const blocks = (m) => m.b || "the message";
  const named = (held) => held === "M" ? "the message" : held || "nothing";
  const text = (m) => m.f + " to " + m.t + (m.b ? " " + m.b : "") +
    (m.w.length ? " by way of " + m.w.join(", ") : "");

  // What a node holds before step k, counted from 0.
  const held = (k, v) => {
    for (let i = k; i >= 0; i--) {
      const found = data.changes[i] && data.changes[i][v];
      if (found !== undefined) return found;
    }
    return "";
  };
  // Text in which t_s, t_w and t_h have subscripts.
  const typeset = (element, words) => element.replaceChildren(...words.split(/(t_[swh])/).map((part, i) => {
    if (i % 2 === 0) return part;
    const name = document.createElement("i"), below = document.createElement("sub");
    below.textContent = part[2];
    name.append("t", below);
    return name;
  }));
  // A list of places to jump to, each a button with its number.
  const list = (id, all, filled) => {
    $(id).parentNode.hidden = !all.length;
    $(id).replaceChildren(...all.map((one, i) => {
      const line = document.createElement("li"), button = document.createElement("button");
      button.dataset[id] = i;
      filled(button, one, i);
      line.append(button);
      return line;
    }));
  };
  list("faults", data.faults, (button, fault) => {
    const advice = document.createElement("span");
    advice.textContent = "fix: " + fault.advice;
    button.append(fault.text, advice);
  });
  list("steps", [...data.steps, { title: "the end" }], (button, step, k) =>
    typeset(button, (step.title || "step " + (k + 1) + ": " + count(step.messages.length, "message")) + (k < last && data.cost.length ? "; so far " + data.cost[k].text : "")));
  // What all nodes hold, in a sentence: those with the same together.
  const state = (k) => {
    const alike = new Map();
    for (let v = 0; v < data.p; v++) {
      const what = held(k, v);
      alike.set(what, (alike.get(what) || []).concat(v));
    }
    alike.delete("");
    return [...alike].map(([what, nodes]) => nodes.join(", ") + (nodes.length > 1 ? " hold " : " holds ") + named(what)).join("; ");
  };
  const place = (k) => k === last ? "the end" : data.steps[k].title ? data.steps[k].title.split(":")[0] : "step " + (k + 1) + " of " + last;

  const wrong = (k) => data.faults.filter((f) => f.at === k).map((f) => f.text);

  function detail() {
    if (!chosen) return;
    let lines = [];
    if (chosen.v !== undefined) {
      const v = chosen.v;
      lines.push((v < data.p ? "Node " : "Switch ") + data.names[v]);
      if (v < data.p) {
        const before = held(now, v), after = held(Math.min(now + 1, last), v);
        if (data.changes.length) lines.push((now < last ? "before this step it holds " : "at the end it holds ") + named(before));
        if (after !== before) lines.push("after this step " + named(after));
        data.steps.slice(0, now + (now < last ? 1 : 0)).forEach((s, k) => s.messages.forEach((m) => {
          if (m.t === v) lines.push("step " + (k + 1) + ": " + blocks(m) + " came from node " + data.names[m.f]);
          if (m.f === v && k === now) lines.push("step " + (k + 1) + ": sends " + blocks(m) + " to node " + data.names[m.t]);
        }));
      }
    } else {
      const [a, b] = chosen.l;
      const uses = (k) => data.steps[k].messages.filter((m) => {
        const way = [m.f, ...m.w, m.t];
        return way.some((v, i) => i > 0 && ((way[i - 1] === a && v === b) || (way[i - 1] === b && v === a)));
      });
      lines.push("Link between " + a + " and " + b);
      if (now < last) {
        const here = uses(now);
        lines.push(here.length ? "in this step: " + here.map(text).join("; ") : "in this step: nothing");
      }
      const all = data.steps.map((s, k) => uses(k).length);
      lines.push("in all: " + count(all.reduce((x, y) => x + y, 0), "message") + " in " + count(all.filter((n) => n).length, "step"));
    }
    const concerns = (f) => f.at === now && (chosen.v !== undefined ? f.nodes.includes(chosen.v) : chosen.l.every((v) => f.nodes.includes(v)));
    lines.push(...data.faults.filter(concerns).map((f) => f.text));
    if (lines.length > 40) lines = lines.slice(0, 40).concat(["and " + (lines.length - 40) + " more"]);
    $("detail").textContent = lines.join("\n");
  }

  // Where an arc from a sender to a receiver leaves a node, or comes to it: on the way to its middle.
  const arc = (m) => {
    const [[ax, ay, r], [bx, by]] = [m.f, m.t].map((v) => ["cx", "cy", "r"].map((of) => Number(document.querySelector('.v[data-v="' + v + '"] circle').getAttribute(of))));
    const x = (ax + bx) / 2 + (ay - by) / 8, y = (ay + by) / 2 + (bx - ax) / 8, far = Math.hypot(x - ax, y - ay);
    const at = (fx, fy, on, aside) => (fx + ((x - fx) * on - (y - fy) * aside) / far).toFixed(1) + " " + (fy + ((y - fy) * on + (x - fx) * aside) / far).toFixed(1);
    const bad = data.faults.some((f) => f.at === now && f.nodes[0] === m.f && f.nodes[1] === m.t), tip = at(bx, by, r + 2, 0);
    return "<path class='" + (bad ? "fault" : "a0") + "' d='M" + at(ax, ay, r + 2, 0) + "Q" + x.toFixed(1) + " " + y.toFixed(1) + " " + tip + "'/><path class='" + (bad ? "faulthead" : "h0") + "' d='M" + tip + "L" + at(bx, by, r + 9, 3) + "L" + at(bx, by, r + 9, -3) + "Z'/>";
  };
  // The arrows of a step, in its colour and dashes.
  function arrows() {
    const layer = document.querySelector(".step");
    if (!layer) return;
    const shapes = data.lists[data.drawn[now]].map((i) => data.shapes[i]).concat(data.arcs && now < last ? data.steps[now].messages.map(arc) : []);
    layer.dataset.step = now;
    layer.innerHTML = shapes.join("").replace(/='(a|h|label t)0'/g, (_, of) => "='" + of + now % data.looks[of === "a" ? 0 : 1] + "'");
  }

  function matrix() {
    const canvas = $("matrix");
    if (!canvas) return;
    const g = canvas.getContext("2d"), n = data.bins, size = canvas.width / n;
    const style = getComputedStyle(document.body);
    g.fillStyle = style.backgroundColor;
    g.fillRect(0, 0, canvas.width, canvas.height);
    const cells = now < last ? data.steps[now].cells : [];
    const most = cells.reduce((x, c) => Math.max(x, c[2]), 1);
    g.fillStyle = style.color;
    cells.forEach(([from, to, messages]) => {
      const side = Math.max(1, size * Math.sqrt(messages / most));
      g.fillRect(to * size + (size - side) / 2, from * size + (size - side) / 2, side, side);
    });
  }

  function show(k, say) {
    now = kept = Math.max(0, Math.min(last, k));
    if (alone && say) history.replaceState(null, "", "#" + (now + 1));
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", place(now));
    $("place").textContent = place(now);
    // The buttons of a list that are about this step; it begins with the first of them.
    const current = (id, here) => [...$(id).children].filter((line, i) => {
      line.firstChild.ariaCurrent = here(i) ? "step" : null;
      return here(i);
    }).slice(0, 1).forEach((line) => { $(id).scrollTop = line.offsetTop - $(id).offsetTop; });
    current("steps", (i) => i === now);
    current("faults", (i) => data.faults[i].at === now);
    document.querySelectorAll(".near").forEach((g) => g.classList.remove("near"));
    const step = data.steps[now];
    if (data.changes.length) document.querySelectorAll(".v").forEach((g) => {
      const circle = g.querySelector("circle");
      if (circle) circle.setAttribute("class", held(now, Number(g.dataset.v)) === "M" ? "holder" : "node");
    });
    if (data.cost.length) {
      const cost = data.cost[now];
      typeset($("sofar"), now < last ? "This step costs " + cost.alone + ", all up to here " + cost.text + "." : "All steps cost " + cost.text + ".");
      if ($("bars")) {
        $("bars").style.width = cost.s / 10 + "%";
        $("barw").style.width = cost.w / 10 + "%";
      }
    }
    $("now").textContent = step
      ? (step.title || count(step.messages.length, "message")) + (step.messages && step.messages.length <= 16 ? ": " + step.messages.map(text).join("; ") : "")
      : "what nodes hold at the end";
    const told = data.changes.length && data.p <= 16;
    $("state").textContent = told ? (step ? "Then " + state(now + 1) : state(now)) + "." : "";
    if (say) $("live").textContent = place(now) + ". " + $("now").textContent + (wrong(now).length ? ". Faults: " + wrong(now).join(". ") : "");
    matrix();
    arrows();
    detail();
  }

  function play() {
    const stop = () => { clearInterval(timer); timer = 0; $("play").textContent = "Play"; $("play").setAttribute("aria-pressed", "false"); };
    if (timer) return stop();
    if (now === last) show(0, false);
    $("play").textContent = "Pause";
    $("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => { if (now >= last) stop(); else show(now + 1, true); }, 1500);
  }

  $("back").addEventListener("click", () => show(now - 1, true));
  $("on").addEventListener("click", () => show(now + 1, true));
  $("play").addEventListener("click", play);
  slider.addEventListener("input", () => show(Number(slider.value), true));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) return;
    if (event.target.closest("form, summary")) return;
    const key = event.key;
    const button = event.target.tagName === "BUTTON";
    if (key === "ArrowRight" || key === "ArrowDown" && button) show(now + 1, true);
    else if (key === "ArrowLeft" || key === "ArrowUp" && button) show(now - 1, true);
    else if (key === "Home") show(0, true);
    else if (key === "End") show(last, true);
    else if (key === " " && !button) play();
    else return;
    event.preventDefault();
  }, { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
  $("steps").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) show(Number(button.dataset.steps), true);
  });
  $("faults").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const fault = data.faults[Number(button.dataset.faults)];
    show(fault.at, true);
    // Its node, or its arrow along all links.
    const messages = data.steps[fault.at] && data.steps[fault.at].messages || [];
    const sent = messages.find((m) => m.f === fault.nodes[0] && m.t === fault.nodes[1]);
    const way = sent ? [sent.f, ...sent.w, sent.t] : fault.nodes;
    const near = (what) => document.querySelectorAll(what).forEach((g) => g.classList.add("near"));
    fault.nodes.forEach((v) => near('.v[data-v="' + v + '"]'));
    way.slice(1).forEach((v, i) => near('.hit[data-l="' + Math.min(v, way[i]) + "-" + Math.max(v, way[i]) + '"]'));
    $("detail").textContent = fault.text + "\n" + fault.advice;
  });
  const choose = (event) => {
    const found = event.target.closest("[data-v],[data-l]");
    if (!found) return;
    chosen = found.dataset.v !== undefined ? { v: Number(found.dataset.v) } : { l: found.dataset.l.split("-").map(Number) };
    detail();
    if (event.type === "focusin") $("live").textContent = $("detail").textContent;
  };
  $("picture").addEventListener("mouseover", choose);
  $("picture").addEventListener("focusin", choose);
  $("picture").addEventListener("click", choose);
  // At 95 percent of its size its smallest letters are 9 pixels high; the whole picture fits the window.
  const svg = $("picture").querySelector("svg"), zoom = $("zoom");
  const size = (least) => {
    svg.style.minWidth = svg.viewBox.baseVal.width * least + "px";
    svg.style.minHeight = svg.viewBox.baseVal.height * least + "px";
  };
  if (svg) {
    size(.95);
    zoom.addEventListener("click", () => {
      const whole = zoom.getAttribute("aria-pressed") !== "true";
      zoom.setAttribute("aria-pressed", String(whole));
      size(whole ? 0 : .95);
    });
  }
  // On paper there is a picture of each step, and a table of them.
  addEventListener("beforeprint", () => {
    const at = now;
    const figures = svg ? Array.from({ length: last + 1 }, (_, k) => {
      show(k, false);
      const figure = document.createElement("figure"), words = document.createElement("figcaption");
      words.textContent = place(k);
      const picture = svg.cloneNode(true);
      picture.removeAttribute("style");
      figure.append(words, picture);
      return figure;
    }) : [];
    show(at, false);
    const table = document.createElement("table");
    // What breaks a rule has no cost.
    const more = (k) => data.cost.length ? [data.cost[k].alone, data.cost[k].text] : [wrong(k).join("; ")];
    const rows = data.steps.map((s, k) => [k + 1, s.title || s.messages.map(text).join("; "), ...more(k)]);
    const end = wrong(last).length ? [["end", "", ...more(last)]] : [];
    [["step", "messages", ...(data.cost.length ? ["cost", "so far"] : data.faults.length ? ["faults"] : [])], ...rows, ...end].forEach((row, i) => {
      const line = table.insertRow();
      row.forEach((words) => typeset(line.appendChild(document.createElement(i ? "td" : "th")), String(words)));
    });
    $("printed").replaceChildren(...figures, table);
  }, { signal });
  addEventListener("afterprint", () => $("printed").replaceChildren(), { signal });
  const linked = () => alone && /^#[1-9][0-9]*$/.test(location.hash) ? Number(location.hash.slice(1)) - 1 : -1;
  addEventListener("hashchange", () => { if (linked() >= 0) show(linked(), false); }, { signal });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", matrix, { signal });
  // Another price of the same drawing stays at its step; a link has one; else the first fault is shown.
  const same = JSON.stringify([data.steps, data.names]);
  const first = data.faults.length ? data.faults[0].at : 0;
  const start = same === before ? kept : linked() >= 0 ? linked() : first;
  before = same;
  show(start, false);
}
if (document.getElementById("data")) hockney();
