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

for (const box of all(".theme-buttons")) box.hidden = false;
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

// The language of samples, on every page.
const tabs = all(".tabs > input");
const nameOf = (input) => input.nextElementSibling.textContent;
function choose(language) {
  for (const input of tabs) if (nameOf(input) === language) input.checked = true;
}
for (const input of tabs) {
  input.addEventListener("change", () => {
    const before = input.getBoundingClientRect().top;
    store("vang.sample", nameOf(input));
    choose(nameOf(input));
    scrollBy(0, input.getBoundingClientRect().top - before);
  });
}
const chosen = stored("vang.sample");
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

for (const form of all(".search-form")) {
  const [input, results] = [form.querySelector("input"), form.querySelector(".search-results")];
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

// The front page: the wave of what is heard, from its own samples.
for (const form of all(".sample")) {
  const [button, wave, problem] = [".sample-play", ".sample-wave", ".sample-problem"].map((it) =>
    form.querySelector(it),
  );
  const bars = 64;
  const sound = new Audio();
  let loaded;
  const caption = button.querySelector("span");
  const label = caption.textContent;

  async function draw(bytes) {
    const context = new OfflineAudioContext(1, 1, 16000);
    const samples = (await context.decodeAudioData(bytes)).getChannelData(0);
    const size = Math.ceil(samples.length / bars);
    const peaks = Array.from({ length: bars }, (_, bar) =>
      samples.subarray(bar * size, (bar + 1) * size).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
    );
    const most = Math.max(...peaks, 0.01);
    wave.replaceChildren(
      ...peaks.map((peak, bar) => {
        const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        const height = Math.max(1.5, (peak / most) * 46);
        const place = { x: bar * 3 + 0.5, y: 24 - height / 2, width: 2, height, rx: 1 };
        for (const [name, value] of Object.entries(place)) rect.setAttribute(name, value);
        return rect;
      }),
    );
  }
  async function load(response, source) {
    if (!response.ok) throw new Error((await response.json().catch(() => null))?.[messageField] ?? "");
    const blob = await response.blob();
    if (sound.src) URL.revokeObjectURL(sound.src);
    sound.src = URL.createObjectURL(blob);
    loaded = source;
    await draw(await blob.arrayBuffer());
    await sound.play();
  }
  const messageField = document.documentElement.lang === "vi" ? "messageVi" : "message";
  async function attempt(work) {
    problem.hidden = true;
    try {
      await work();
    } catch (error) {
      problem.textContent = error.message && error.name === "Error" ? error.message : problem.dataset.other;
      problem.hidden = false;
    }
  }
  const showPlaying = () => {
    button.toggleAttribute("data-playing", !sound.paused);
    caption.textContent = sound.paused ? label : button.dataset.stop;
  };
  for (const event of ["play", "pause", "ended"]) sound.addEventListener(event, showPlaying);
  const showTime = () => {
    const played = Math.round((sound.currentTime / sound.duration) * bars) || 0;
    for (const [bar, rect] of [...wave.children].entries()) rect.toggleAttribute("data-played", bar < played);
    if (!sound.paused) requestAnimationFrame(showTime);
  };
  sound.addEventListener("play", showTime);
  sound.addEventListener("ended", showTime);

  const chosenVoice = () => form.querySelector("[name=voice]:checked");
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (!sound.paused) return sound.pause();
    if (loaded) return sound.play();
    const preview = chosenVoice().dataset.preview;
    attempt(async () => load(await fetch(preview), preview));
  });
  for (const input of all("[name=voice]", form)) {
    input.addEventListener("change", () =>
      attempt(async () => load(await fetch(input.dataset.preview), input.dataset.preview)),
    );
  }
  const submit = form.querySelector("[type=submit]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const body = new URLSearchParams(new FormData(form));
    await attempt(async () => load(await fetch(form.action, { method: "POST", body }), "text"));
    submit.disabled = false;
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });
}
