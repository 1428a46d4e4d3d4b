// The public pages work without this: it adds copying, the search while one types, playing in place and the theme.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const remember = (name, value) => {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax${secure}`;
};
const stored = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const store = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {}
};

for (const link of all("[data-locale]")) {
  link.addEventListener("click", () => remember("vang.locale", link.dataset.locale));
}

// They have their place before, so that nothing moves.
for (const box of all(".theme-buttons")) box.classList.remove("invisible");
const showTheme = () => {
  for (const button of all("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === document.documentElement.dataset.theme));
  }
};
for (const button of all("[data-theme-choice]")) {
  button.addEventListener("click", () => {
    document.documentElement.dataset.theme = button.dataset.themeChoice;
    remember("vang.theme", button.dataset.themeChoice);
    showTheme();
  });
}
showTheme();

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const label = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}
for (const button of all(".copy")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button, button.closest("figure").querySelector("pre").textContent));
}
for (const button of all(".copy-page")) {
  button.hidden = false;
  button.addEventListener("click", async () => copy(button, await (await fetch(button.dataset.twin)).text()));
}

// The language of samples, on every page and in the console.
const tabs = all(".tabs > input");
function choose(language) {
  for (const input of tabs) if (input.value === language) input.checked = true;
}
for (const input of tabs) {
  input.addEventListener("change", () => {
    const before = input.getBoundingClientRect().top;
    store("vang.code-language", input.value);
    choose(input.value);
    scrollBy(0, input.getBoundingClientRect().top - before);
  });
}
const chosen = stored("vang.code-language");
if (chosen) choose(chosen);

let playing;
const stop = () => {
  playing?.sound.pause();
  playing?.link.removeAttribute("data-playing");
  playing = undefined;
};
for (const link of all(".play")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const isOwn = playing?.link === link;
    stop();
    if (isOwn) return;
    const sound = new Audio(link.href);
    playing = { link, sound };
    link.setAttribute("data-playing", "");
    sound.addEventListener("ended", stop);
    sound.addEventListener("error", stop);
    sound.play().catch(stop);
  });
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
for (const form of all(".search-form")) {
  const [input, results] = [form.querySelector("input"), form.querySelector(".search-results")];
  if (matchMedia("(hover: hover)").matches) input.placeholder += isApple ? " (⌘K)" : " (Ctrl K)";
  let last;
  const search = async () => {
    const words = input.value.trim();
    last = words;
    if (words.length < 2) {
      results.hidden = true;
      return;
    }
    const page = await fetch(`${form.action}?q=${encodeURIComponent(words)}`);
    if (!page.ok || last !== words) return;
    const found = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("main .results");
    results.replaceChildren(...(found ? [found] : []));
    results.hidden = !found;
  };
  let waiting;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 150);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      results.hidden = true;
      return input.focus();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...all("a", results)];
    const at = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    stops[(at + stops.length) % stops.length].focus();
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) results.hidden = true;
  });
}
document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if (!(((event.metaKey || event.ctrlKey) && event.key === "k") || (event.key === "/" && !isTyping))) return;
  const input = document.querySelector(".search-form input");
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select();
});

// The list of pages begins at the current one, and both lists mark the heading that is read.
for (const current of all(".docs-side [aria-current=page]")) {
  const list = current.closest("nav");
  list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 3;
}
const markers = all(".docs-contents a, .docs-entry-link");
const marked = new Map(markers.map((link) => [decodeURIComponent(link.hash.slice(1)), []]));
for (const link of markers) marked.get(decodeURIComponent(link.hash.slice(1))).push(link);
const marks = all("main h2[id]").filter(({ id }) => marked.has(id));
let read;
const markRead = () => {
  const last = marks.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
  if (last === read) return;
  for (const link of (read && marked.get(read.id)) ?? []) link.removeAttribute("aria-current");
  for (const link of (last && marked.get(last.id)) ?? []) {
    link.setAttribute("aria-current", "true");
    const list = link.closest("nav");
    const [{ top, bottom }, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - frame.height / 3;
  }
  read = last;
};
if (marks.length > 0) {
  addEventListener("scroll", markRead, { passive: true });
  markRead();
}

// An error of the API has its message in both languages.
const messageField = document.documentElement.lang === "vi" ? "messageVi" : "message";

// The front page: a voice of each region, its wave, and the word that is spoken now; also for a text of one's own.
for (const form of all(".sample")) {
  const [problem, submit, field] = [".sample-problem", "[type=submit]", "[name=text]"].map((it) =>
    form.querySelector(it),
  );
  const sound = new Audio();
  let [shown, sent] = [null, ""];

  const element = (name, attributes, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  // As the server draws it: components/speech/read-text.tsx and the bars of components/site/front-page.tsx.
  const drawWords = (pieces, starts) =>
    pieces.map(({ text, word }) =>
      word === undefined ? text : element("span", { "data-word": word, "data-start": starts[word] ?? "" }, text),
    );
  const drawSegment = ({ kind, written, tail, pieces }, starts) => {
    if (kind === "pause") return "";
    const words = drawWords(pieces, starts);
    return kind === "plain"
      ? element("span", {}, ...words)
      : element("ruby", {}, written, tail, element("rt", {}, ...words));
  };
  function drawWave(wave, spark) {
    const bars = [...spark].map((digit, bar) => {
      const height = 2 + (Number.parseInt(digit, 16) / 15) * 44;
      const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const place = { x: bar * 4 + 0.75, y: 24 - height / 2, width: 2.5, height, rx: 1.25 };
      for (const [name, value] of Object.entries(place)) rect.setAttribute(name, value);
      return rect;
    });
    wave.replaceChildren(...bars);
  }

  const readings = new Map();
  for (const box of all("[data-voice]", form)) {
    const [button, wave, text] = [".sample-play", ".sample-wave", ".read-text"].map((it) => box.querySelector(it));
    const caption = button.querySelector("span");
    const reading = { button, wave, text, caption, label: caption.textContent, source: button.href, sent: "" };
    readings.set(box.dataset.voice, reading);
    button.addEventListener("click", (event) => {
      event.preventDefault();
      if (shown === reading && !sound.paused) return sound.pause();
      play(reading);
    });
    wave.addEventListener("click", ({ clientX }) => {
      if (shown !== reading || !sound.duration) return;
      const { left, width } = wave.getBoundingClientRect();
      sound.currentTime = ((clientX - left) / width) * sound.duration;
      showTime();
    });
  }
  const chosen = () => readings.get(form.querySelector("[name=voice]:checked").value);

  function showTime() {
    if (!shown) return;
    const isOver = sound.ended || (sound.paused && sound.currentTime === 0);
    const played = isOver ? 0 : (sound.currentTime / sound.duration) * shown.wave.children.length || 0;
    for (const [bar, rect] of [...shown.wave.children].entries()) rect.toggleAttribute("data-played", bar < played);
    const words = all("[data-start]", shown.text).filter((word) => word.dataset.start !== "");
    const lit = isOver ? undefined : words.findLast((word) => Number(word.dataset.start) <= sound.currentTime);
    for (const word of all("[data-lit]", shown.text)) if (word !== lit) word.removeAttribute("data-lit");
    lit?.setAttribute("data-lit", "");
    if (!sound.paused) requestAnimationFrame(showTime);
  }
  const showPlaying = () => {
    for (const reading of readings.values()) {
      const isPlaying = reading === shown && !sound.paused;
      reading.button.toggleAttribute("data-playing", isPlaying);
      reading.caption.textContent = isPlaying ? reading.button.dataset.stop : reading.label;
    }
    showTime();
  };
  for (const event of ["play", "pause", "ended"]) sound.addEventListener(event, showPlaying);

  async function attempt(work) {
    problem.hidden = true;
    try {
      await work();
    } catch (error) {
      // Another voice was chosen before this one began.
      if (error.name === "AbortError") return;
      problem.textContent = error.message && error.name === "Error" ? error.message : problem.dataset.other;
      problem.hidden = false;
    }
  }
  const play = (reading) =>
    attempt(async () => {
      if (shown !== reading || sound.src !== reading.source) {
        sound.pause();
        sound.currentTime = 0;
        showTime();
        shown = reading;
        sound.src = reading.source;
      }
      await sound.play();
    });

  async function readOwn(reading) {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
    const got = await response.json().catch(() => null);
    if (!response.ok) throw new Error(got?.[messageField] ?? "");
    const bytes = Uint8Array.from(atob(got.mp3), (character) => character.charCodeAt(0));
    if (reading.source.startsWith("blob:")) URL.revokeObjectURL(reading.source);
    reading.source = URL.createObjectURL(new Blob([bytes], { type: "audio/mpeg" }));
    reading.sent = body.get("text");
    show(reading, got);
    // Another one can have been chosen meanwhile.
    if (reading === chosen()) await play(reading);
  }
  function show(reading, got) {
    reading.text.replaceChildren(...got.segments.map((segment) => drawSegment(segment, got.starts)));
    drawWave(reading.wave, got.spark);
  }
  // The page came before the audio was made.
  for (const reading of readings.values()) {
    if (reading.wave.children.length > 0) continue;
    fetch(reading.source, { headers: { accept: "application/json" } })
      .then((response) => (response.ok ? response.json() : Promise.reject()))
      .then((got) => reading.sent === "" && show(reading, got))
      .catch(() => {});
  }
  for (const input of all("[name=voice]", form)) {
    input.addEventListener("change", () => {
      const reading = chosen();
      if (reading.sent === sent) play(reading);
      else attempt(() => readOwn(reading));
    });
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    sent = field.value;
    await attempt(() => readOwn(chosen()));
    submit.disabled = false;
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });
}

// The panels of the reference, which send their request with a key of the business that is chosen, or one that is typed.
const panels = all(".try");
const form = (fields) => new URLSearchParams(fields);
let businesses;
const listBusinesses = () => {
  businesses ??= fetch("/api/console")
    .then((response) => (response.ok ? response.json() : { businesses: [] }))
    .then((got) => got.businesses)
    .catch(() => []);
  return businesses;
};
const secrets = new Map();
async function keyOf(business) {
  if (!secrets.has(business)) {
    const response = await fetch("/api/console", { method: "POST", body: form({ business }) });
    if (response.ok) secrets.set(business, (await response.json()).secret);
  }
  return secrets.get(business) ?? "";
}
for (const panel of panels) {
  panel.hidden = false;
  const [fields, output] = [panel.querySelector("form"), panel.querySelector("output")];
  const { business, key, url, method, body } = fields.elements;
  // A playground key has the scopes of speech only.
  const isSpeech = /^(tts|stt):execute$|^authenticated$/.test(panel.dataset.scope);
  panel.addEventListener("toggle", async () => {
    if (!panel.open || !business || business.options.length > 0) return;
    const own = isSpeech ? await listBusinesses() : [];
    panel.querySelector(".sign-in").hidden = !isSpeech || own.length > 0;
    for (const { slug, name } of own) business.add(new Option(name, slug));
    business.add(new Option(business.dataset.own, ""));
    business.hidden = own.length === 0;
    key.hidden = own.length > 0;
  });
  business?.addEventListener("change", () => {
    key.hidden = business.value !== "";
  });
  fields.addEventListener("submit", async (event) => {
    event.preventDefault();
    const submit = fields.querySelector("[type=submit]");
    submit.disabled = true;
    output.replaceChildren();
    try {
      const headers = {};
      if (key) headers["X-Api-Key"] = business.value ? await keyOf(business.value) : key.value.trim();
      const init = { method: method.value, headers };
      if (body) {
        headers["Content-Type"] = "application/json";
        init.body = body.value;
      } else if (fields.querySelector("[type=file]")) {
        init.body = new FormData(fields);
        for (const name of ["url", "method", "business", "key"]) init.body.delete(name);
      }
      await show(output, await fetch(new URL(url.value, location.origin), init));
    } catch {
      output.textContent = output.dataset.failed;
    }
    submit.disabled = false;
  });
}
async function show(output, response) {
  const type = response.headers.get("content-type") ?? "";
  const names = ["x-request-id", "x-tracking-id", "x-charge-vnd", "retry-after"].filter((it) =>
    response.headers.has(it),
  );
  const lines = names.map((name) => `${name}: ${response.headers.get(name)}`);
  const text = /^audio\//.test(type) ? `<${type}>` : await response.clone().text();
  const printed = /json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const [figure, pre] = [document.createElement("figure"), document.createElement("pre")];
  pre.tabIndex = 0;
  pre.textContent = [`${response.status} ${response.statusText}`, ...lines, "", printed].join("\n");
  figure.append(pre);
  const link = /^audio\//.test(type) ? URL.createObjectURL(await response.blob()) : audioUrlOf(printed);
  output.replaceChildren(figure);
  if (!link) return;
  const player = new Audio(link);
  player.controls = true;
  player.style.marginTop = "0.5rem";
  output.append(player);
}
const audioUrlOf = (text) => /"audioUrl": "([^"]+)"/.exec(text)?.[1];

// The preview of text normalization works as a form; here its result replaces the one that is shown.
for (const reading of all(".reading")) {
  let waiting;
  const update = async () => {
    const page = await fetch(`${reading.action}?${new URLSearchParams(new FormData(reading))}`);
    if (!page.ok) return;
    const found = new DOMParser().parseFromString(await page.text(), "text/html").querySelector(".reading output");
    if (found) reading.querySelector("output").replaceWith(found);
  };
  reading.addEventListener("submit", (event) => {
    event.preventDefault();
    update();
  });
  reading.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(update, 250);
  });
}

// A recording of the microphone as 16-bit WAV at 16 kHz.
for (const section of all(".microphone")) {
  const [button, output] = [section.querySelector("button"), section.querySelector("output")];
  const { seconds, stop: stopLabel, nothing, denied, failed } = section.dataset;
  const label = button.textContent;
  let recorder;
  section.hidden = !navigator.mediaDevices;
  const wavOf = (samples) => {
    const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
    const words = [0x52494646, 0x57415645, 0x666d7420, 0x64617461];
    for (const [index, at] of [0, 8, 12, 36].entries()) view.setUint32(at, words[index]);
    view.setUint32(4, 36 + samples.length * 2, true);
    view.setUint32(16, 16, true);
    view.setUint16(20, 1, true);
    view.setUint16(22, 1, true);
    view.setUint32(24, 16000, true);
    view.setUint32(28, 32000, true);
    view.setUint16(32, 2, true);
    view.setUint16(34, 16, true);
    view.setUint32(40, samples.length * 2, true);
    for (const [index, sample] of samples.entries()) {
      view.setInt16(44 + index * 2, Math.max(-1, Math.min(1, sample)) * 32767, true);
    }
    return view;
  };
  async function transcribe(blob) {
    const context = new OfflineAudioContext(1, 1, 16000);
    const samples = (await context.decodeAudioData(await blob.arrayBuffer())).getChannelData(0);
    const response = await fetch("/sample/transcript", {
      method: "POST",
      headers: { "Content-Type": "audio/wav" },
      body: wavOf(samples.subarray(0, Number(seconds) * 16000)),
    });
    const got = await response.json();
    output.textContent = response.ok ? got.transcript || nothing : (got[messageField] ?? failed);
  }
  button.addEventListener("click", async () => {
    if (recorder?.state === "recording") return recorder.stop();
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
    if (!stream) {
      output.textContent = denied;
      return;
    }
    recorder = new MediaRecorder(stream);
    recorder.addEventListener("dataavailable", ({ data }) => {
      transcribe(data).catch(() => {
        output.textContent = failed;
      });
    });
    recorder.addEventListener("stop", () => {
      for (const track of stream.getTracks()) track.stop();
      button.textContent = label;
    });
    recorder.start();
    button.textContent = stopLabel;
    output.textContent = "";
    setTimeout(() => recorder.state === "recording" && recorder.stop(), Number(seconds) * 1000);
  });
}

// What a key spent and may do. The key is sent in a header, and kept nowhere: its field is emptied once it was sent.
for (const keyForm of all(".key-usage")) {
  const [input, submit, problem, output] = ["input", "[type=submit]", ".problem", "output"].map((it) =>
    keyForm.querySelector(it),
  );
  const { none, hidden, never, failed, missing, running, ...modes } = keyForm.dataset;
  const language = document.documentElement.lang;
  const number = new Intl.NumberFormat(language);
  const vnd = (amount) => (amount === null ? none : `${number.format(amount)} ₫`);
  const time = (moment) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Ho_Chi_Minh" }).format(
      new Date(moment),
    );
  const describe = (got) => ({
    spentVnd: vnd(got.spentVnd),
    capVnd: vnd(got.capVnd),
    leftVnd: vnd(got.leftVnd),
    balanceVnd: got.balanceVnd === null ? hidden : vnd(got.balanceVnd),
    jobs: number.format(got.jobs),
    perMinute: number.format(got.limits.requestsPerMinute),
    concurrent: number.format(got.limits.concurrentRequests),
    running: running
      .replace("[requests]", number.format(got.running.requests))
      .replace("[live]", number.format(got.running.liveSessions))
      .replace("[jobs]", number.format(got.running.longJobs)),
    name: [got.keyName, `…${got.keyHint}`].filter(Boolean).join(" "),
    mode: modes[got.mode],
    scopes: got.scopes.join(", "),
    expiresAt: got.expiresAt ? time(got.expiresAt) : never,
    window: `${time(got.window.from)} – ${time(got.window.to)} (UTC+7)`,
  });
  const empty = () => {
    input.value = "";
  };
  addEventListener("pagehide", empty);
  keyForm.addEventListener("submit", async (event) => {
    event.preventDefault();
    const key = input.value.trim();
    empty();
    output.hidden = true;
    problem.textContent = "";
    submit.disabled = true;
    try {
      // A header takes no other characters.
      if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(missing);
      const init = {
        headers: { "X-Api-Key": key },
        cache: "no-store",
        credentials: "omit",
        referrerPolicy: "no-referrer",
      };
      const response = await fetch("/usage/me", init).catch(() => Promise.reject(new Error(failed)));
      const got = await response.json().catch(() => null);
      if (!response.ok || !got) throw new Error(got?.[messageField] ?? failed);
      for (const [name, text] of Object.entries(describe(got)))
        keyForm.querySelector(`[data-of=${name}]`).textContent = text;
      output.hidden = false;
    } catch (error) {
      problem.textContent = error.message;
    }
    submit.disabled = false;
  });
}
