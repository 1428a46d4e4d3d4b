// npm run trigger: sends a test event to the streams of npm run listen, or to a webhook. It needs only an API key with the
// scope webhooks:manage, no database.
import { parseArgs } from "node:util";

const usage =
  "VANG_API_KEY=<API key> npm run trigger -- tts.completed [--webhook whk_…] [--url https://vang.example.com]";

const options = { webhook: { type: "string" }, url: { type: "string" } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [type] = positionals;
const key = process.env.VANG_API_KEY;
const url = values.url ?? process.env.VANG_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
if (!key || !type || positionals.length > 1) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const path = `/webhooks/${values.webhook ? encodeURIComponent(values.webhook) : "stream"}/tests`;
try {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { "X-Api-Key": key, "content-type": "application/json" },
    body: JSON.stringify({ type }),
    signal: AbortSignal.timeout(15_000),
  });
  const { code, message, deliveryId, streams } = await response.json();
  if (!response.ok) throw new Error(`${code}: ${message}`);
  const where = deliveryId
    ? `${values.webhook} as ${deliveryId}`
    : `${streams} open ${streams === 1 ? "stream" : "streams"}`;
  process.stdout.write(`${type} was sent to ${where}\n`);
} catch (error) {
  process.stderr.write(`${error.cause?.code ?? error.message}\n`);
  process.exit(1);
}
