// npm run trigger: sends a test event to the streams of npm run listen, or to a webhook. It needs only an API key with the
// scope webhooks:manage, no database.
import { setTimeout as sleep } from "node:timers/promises";
import { readArguments, rejectArguments } from "./arguments.mjs";

const usage =
  "VANG_API_KEY=<API key> npm run trigger -- tts.completed [--webhook whk_…] [--url https://vang.example.com]";

const options = { webhook: { type: "string" }, url: { type: "string" } };
const { values, positionals } = readArguments(usage, { options, most: 1 });
const [type] = positionals;
const key = process.env.VANG_API_KEY;
const url = values.url ?? process.env.VANG_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
if (!key) rejectArguments(usage, "VANG_API_KEY is not set: it is an API key with the scope webhooks:manage.");
if (!type) rejectArguments(usage, "The type of the event is missing, such as tts.completed.");
if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  rejectArguments(usage, `--url is not a URL that begins with http:// or https://: ${url}`);

/** How long a receiver may take to answer. */
const longestMs = 20_000;
const headers = { "X-Api-Key": key, "content-type": "application/json" };

async function ask(path, options) {
  const response = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(15_000), ...options });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
}

/** Prints what the receiver answered. */
async function reportDelivery(deliveryId) {
  const last = Date.now() + longestMs;
  let delivery = await ask(`/deliveries/${deliveryId}`);
  while (delivery.attempts === 0 && Date.now() < last) {
    await sleep(250);
    delivery = await ask(`/deliveries/${deliveryId}`);
  }
  const { attempts, lastStatus, lastError } = delivery;
  if (attempts === 0) return process.stdout.write("The receiver has not answered yet.\n");
  if (lastError === null) return process.stdout.write(`The receiver answered ${lastStatus}.\n`);
  throw new Error(`The receiver did not take it: ${lastStatus ?? lastError}`);
}

const path = `/webhooks/${values.webhook ? encodeURIComponent(values.webhook) : "stream"}/tests`;
try {
  const { deliveryId, streams } = await ask(path, { method: "POST", body: JSON.stringify({ type }) });
  const where = deliveryId
    ? `${values.webhook} as ${deliveryId}`
    : `${streams} open ${streams === 1 ? "stream" : "streams"}`;
  process.stdout.write(`${type} was sent to ${where}\n`);
  if (deliveryId) await reportDelivery(deliveryId);
} catch (error) {
  process.stderr.write(`${error.cause?.code ?? error.message}\n`);
  process.exit(1);
}
