// npm run listen: forwards a business's webhook events to a server on this machine. It needs only an API key with the
// scope webhooks:manage, no database.
import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const usage =
  "VANG_API_KEY=<API key> npm run listen -- --to http://localhost:4000/hook [--url https://vang.example.com] [--timeout 15]";

/** Ends the program with 2, which means wrong arguments. */
function rejectArguments(sentence) {
  process.stderr.write(`${sentence}\nUsage: ${usage}\n`);
  process.exit(2);
}

// Not `arguments.mjs`: developers download this file alone.
function readArguments() {
  try {
    const texts = ["key", "to", "url"].map((name) => [name, { type: "string" }]);
    const timeout = { type: "string", default: "15" };
    return parseArgs({ options: { ...Object.fromEntries(texts), timeout, help: { type: "boolean", short: "h" } } })
      .values;
  } catch (error) {
    return rejectArguments(error.message.split(". ", 1)[0]);
  }
}

const values = readArguments();
if (values.help) {
  process.stdout.write(`Usage: ${usage}\n`);
  process.exit(0);
}
const { key = process.env.VANG_API_KEY, to } = values;
if (values.key)
  process.stderr.write("--key shows the API key to other users of this machine. Set it in VANG_API_KEY instead.\n");
const url = values.url ?? process.env.VANG_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
const seconds = Number(values.timeout);
if (!key) rejectArguments("VANG_API_KEY is not set: it is an API key with the scope webhooks:manage.");
if (!to) rejectArguments("--to is missing: it is the URL of the server that gets the events.");
for (const [name, value] of Object.entries({ "--to": to, "--url": url }))
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    rejectArguments(`${name} is not a URL that begins with http:// or https://: ${value}`);
if (!(seconds > 0 && seconds <= 300))
  rejectArguments(`--timeout is not a number of seconds up to 300: ${values.timeout}`);

const secret = randomBytes(32);
const print = (line) => process.stdout.write(`${line}\n`);
print(`Signing secret of this run: whsec_${secret.toString("base64")}`);

/** As many requests at once as a webhook can get. */
const mostAtOnce = 32;

/** Ids of forwarded events; the stream repeats some after a reconnect. */
const forwarded = new Set();
const running = new Set();
let lastEventId;

async function forward(id, type, body) {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
  const startedAt = performance.now();
  const result = await fetch(to, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(seconds * 1000),
  })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status;
    })
    .catch((error) =>
      error.name === "TimeoutError" ? `no response within ${seconds} s` : (error.cause?.code ?? error.message),
    );
  print(`${new Date().toISOString()} ${type} ${id} ${result} ${Math.round(performance.now() - startedAt)} ms`);
}

/** Forwards an event beside others. Waits while as many as may are running. */
async function begin(id, type, body) {
  lastEventId = id;
  if (forwarded.has(id)) return;
  forwarded.add(id);
  const [oldest] = forwarded;
  if (forwarded.size > 10_000) forwarded.delete(oldest);
  const one = forward(id, type, body).finally(() => running.delete(one));
  running.add(one);
  if (running.size >= mostAtOnce) await Promise.race(running);
}

/** Reads server-sent events until the stream ends. */
async function readStream(body) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const fields = Object.fromEntries(message.split("\n").map((line) => line.split(/: ?(.*)/s, 2)));
      if (fields.id) await begin(fields.id, fields.event, fields.data);
    }
  }
}

for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 30_000)) {
  try {
    const headers = {
      "X-Api-Key": key,
      Accept: "text/event-stream",
      ...(lastEventId && { "Last-Event-ID": lastEventId }),
    };
    const response = await fetch(new URL("/webhooks/stream", url), { headers });
    if (!response.ok) {
      const { code = response.status, message = "" } = await response.json().catch(() => ({}));
      process.stderr.write(`${code}: ${message}\n`);
      if (response.status < 500 && response.status !== 429) process.exit(1);
    } else {
      print(`Events of ${url} are forwarded to ${to}`);
      waitMs = 1000;
      await readStream(response.body);
      print("The stream ended.");
    }
  } catch (error) {
    process.stderr.write(`The stream is interrupted: ${error.cause?.code ?? error.message}\n`);
  }
  await sleep(waitMs);
}
