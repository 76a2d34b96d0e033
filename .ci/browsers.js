// The browsers of `.ci/browser`: Chromium by the DevTools protocol, and Firefox by WebDriver BiDi, which gets the same
// calls. Both are offline. `hear` gets events, and `send` answers null to what a browser cannot do.
"use strict";
const { spawn } = require("child_process");
const crypto = require("crypto"), fs = require("fs"), http = require("http"), path = require("path");

// Calls that wait for their answers, over a line that takes text.
function calls(write) {
  const waiting = new Map();
  let next = 1;
  const call = (method, params = {}, more = {}) => new Promise((good, bad) => {
    const late = setTimeout(() => bad(new Error("no answer to " + method + " " + JSON.stringify(params) + " in a minute")), 60000);
    waiting.set(next, { good, bad, late });
    write(JSON.stringify({ id: next++, method, params, ...more }));
  });
  // Whether a message is an answer.
  const answered = (message) => {
    if (!message.id) return false;
    const { good, bad, late } = waiting.get(message.id);
    waiting.delete(message.id);
    clearTimeout(late);
    if (message.error) bad(new Error(message.message || message.error.message)); else good(message.result);
    return true;
  };
  return { call, answered };
}

// No browser outlives the script.
const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill()));
const started = (...args) => {
  const child = spawn(...args);
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
};
const ended = (child) => () => new Promise((closed) => { child.on("exit", closed); child.kill(); });

// The DevTools protocol through pipes: messages end with a zero byte.
exports.chromium = async (browser, folder, hear) => {
  const child = started(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
    "--user-data-dir=" + fs.mkdtempSync(path.join(folder, "chromium-")), "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const { call, answered } = calls((text) => child.stdio[3].write(text + "\0"));
  let rest = "";
  child.stdio[4].on("data", (bytes) => {
    rest += bytes.toString();
    for (let end; (end = rest.indexOf("\0")) >= 0; rest = rest.slice(end + 1)) {
      const message = JSON.parse(rest.slice(0, end));
      if (!answered(message)) hear(message);
    }
  });
  const target = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId: target.targetId, flatten: true });
  const send = (method, params) => call(method, params, { sessionId });
  for (const domain of ["Page", "Runtime", "Log", "Network", "Accessibility", "DOM"]) await send(domain + ".enable");
  await send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  return { send, close: ended(child) };
};

// A WebSocket, as far as Firefox needs one; Node has its own from version 22 on. The result sends a text.
const webSocket = (address, hear) => new Promise((good, bad) => {
  const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": crypto.randomBytes(16).toString("base64") };
  const request = http.get(address.replace("ws:", "http:"), { headers });
  request.on("error", bad);
  request.on("upgrade", (_response, socket, rest) => {
    const parts = [];
    // A frame: two bytes, more for long lengths, and the payload; a message may have several.
    socket.on("data", (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const short = rest.length > 1 ? rest[1] : 0, begin = short === 127 ? 10 : short === 126 ? 4 : 2;
        if (rest.length < begin) return;
        const end = begin + (short === 127 ? Number(rest.readBigUInt64BE(2)) : short === 126 ? rest.readUInt16BE(2) : short);
        if (rest.length < end) return;
        if ((rest[0] & 15) < 3) parts.push(rest.subarray(begin, end));
        if ((rest[0] & 15) < 3 && rest[0] & 128) hear(Buffer.concat(parts.splice(0)).toString());
        rest = rest.subarray(end);
      }
    });
    good((text) => {
      const data = Buffer.from(text), n = data.length;
      const size = n < 126 ? [n] : n < 65536 ? [126, n >> 8, n & 255] : [127, 0, 0, 0, 0, n >> 24, n >> 16 & 255, n >> 8 & 255, n & 255];
      const mask = crypto.randomBytes(4);
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | size[0], ...size.slice(1), ...mask]), data.map((byte, i) => byte ^ mask[i & 3])]));
    });
  });
});

// WebDriver's names of keys.
const KEYS = { Tab: "\uE004", Enter: "\uE007", ArrowLeft: "\uE012", ArrowRight: "\uE014", ArrowDown: "\uE015", End: "\uE010", Home: "\uE011" };

exports.firefox = async (browser, folder, hear) => {
  const profile = fs.mkdtempSync(path.join(folder, "firefox-"));
  // All that is not a file goes through a proxy that is not there.
  const prefs = { "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9 };
  fs.writeFileSync(path.join(profile, "user.js"), Object.entries(prefs).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""));
  const child = started(browser, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((good, bad) => {
    let said = "";
    child.stderr.on("data", (bytes) => {
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said += bytes);
      if (found) good(found[1] + "/session");
    });
    child.on("exit", () => bad(new Error("Firefox ended: " + said)));
  });
  let write, context;
  const { call, answered } = calls((text) => write(text));
  write = await webSocket(address, (data) => {
    const message = JSON.parse(data), of = message.params;
    if (answered(message)) return;
    if (message.method === "log.entryAdded" && of.level === "error") hear({ method: "Log.entryAdded", params: { entry: of } });
    if (message.method === "network.beforeRequestSent" && of.context === context) hear({ method: "Network.requestWillBeSent", params: of });
  });
  await call("session.new", { capabilities: {} });
  // The first window has no focus.
  context = (await call("browsingContext.create", { type: "window" })).context;
  const { context: other } = await call("browsingContext.create", { type: "tab", background: true });
  await call("session.subscribe", { events: ["log.entryAdded", "network.beforeRequestSent"] });
  const evaluate = (expression) => call("script.evaluate", { expression, target: { context }, awaitPromise: false });
  const known = {
    "Runtime.evaluate": ({ expression }) => evaluate(expression),
    "Page.navigate": ({ url }) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    "Page.reload": () => call("browsingContext.reload", { context, wait: "complete" }),
    "Input.dispatchKeyEvent": async ({ type, key }) => {
      if (type === "keyUp") return;
      await call("input.performActions", { context, actions: [{ type: "key", id: "keys", actions: ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] || key })) }] });
      // Behind the last part of a page the Tab key leaves it; from another tab the focus returns.
      if (key === "Tab" && !(await evaluate("document.hasFocus()")).result.value)
        for (const tab of [other, context]) await call("browsingContext.activate", { context: tab });
    },
    "Input.insertText": ({ text }) => evaluate("document.execCommand('insertText', false, " + JSON.stringify(text) + ")"),
    "Input.dispatchDragEvent": ({ type, x, y, data }) => type !== "drop" ? null : evaluate("{ const dataTransfer = new DataTransfer();" +
      data.files.map((file) => "dataTransfer.items.add(new File([" + JSON.stringify(fs.readFileSync(file, "utf8")) + "], " + JSON.stringify(path.basename(file)) + "));").join("") +
      "document.elementFromPoint(" + x + "," + y + ").dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })); }"),
    "Emulation.setDeviceMetricsOverride": ({ width, height }) => call("browsingContext.setViewport", { context, viewport: { width, height } }),
    "DOM.setFileInputFiles": async ({ selector, files }) => {
      const { result } = await evaluate("document.querySelector(" + JSON.stringify(selector) + ")");
      return call("input.setFiles", { context, element: { sharedId: result.sharedId }, files });
    },
  };
  return { send: async (method, params) => known[method] ? known[method](params) : null, close: ended(child) };
};
