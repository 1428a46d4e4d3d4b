import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Vang } from "@vang/sdk";
import { VangError } from "@vang/sdk";
import type { Call } from "../call";
import { describeFailure, UsageError } from "../fail";
import { numberOf } from "../parse";
import { note, print, printJson } from "../terminal";
import { say } from "../words";

/** As many requests at once as a webhook can get. */
const mostAtOnce = 32;

type Event = { id: string; type: string; body: string };

/** Forwards a business's webhook events to a server on this machine, signed like those of a webhook. */
export async function listen({ given, signal, vang }: Call): Promise<void> {
  const to = given.forwardTo;
  if (!to) throw new UsageError(say("cli.listen.missingTo"));
  if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol))
    throw new UsageError(say("cli.notAUrl", { flag: "to", value: to }));
  const seconds = numberOf("timeout", given, { min: 1, max: 300 }) ?? 15;
  const client = vang();
  const secret = randomBytes(32);
  const whsec = `whsec_${secret.toString("base64")}`;
  await (given.json ? printJson({ secret: whsec }) : print(say("cli.listen.secret", { secret: whsec })));

  const forward = async ({ id, type, body }: Event) => {
    const startedAt = performance.now();
    const outcome = await post(to, signed(secret, id, body), body, seconds);
    const durationMs = Math.round(performance.now() - startedAt);
    const at = new Date().toISOString();
    if (given.json) return printJson({ at, type, id, ...outcome, durationMs });
    const result =
      outcome.status ?? (outcome.error === "timeout" ? say("cli.listen.timeout", { seconds }) : outcome.error);
    await print(`${at} ${type} ${id} ${result} ${durationMs} ms`);
  };
  const queue = new Forwarding(forward);
  const onOpen = () => note(say("cli.listen.connected", { url: client.baseUrl, to }));
  for (let waitMs = 1000; ; waitMs = Math.min(waitMs * 2, 30_000)) {
    if (await followStream(client, queue, signal, onOpen)) waitMs = 1000;
    await sleep(waitMs, undefined, { signal });
  }
}

/** Reads the stream until it ends or breaks. Returns whether it had opened. Throws if it will not open later either. */
async function followStream(client: Vang, queue: Forwarding, signal: AbortSignal, onOpen: () => void) {
  let isOpen = false;
  try {
    const headers = { accept: "text/event-stream", ...(queue.lastId && { "last-event-id": queue.lastId }) };
    // Nothing arrives while nothing happens but a line to keep the connection.
    const { audio } = await client.stream("GET", "/webhooks/stream", { signal, headers, maxRetries: 0 });
    isOpen = true;
    onOpen();
    for await (const event of readEvents(audio)) await queue.add(event);
    note(say("cli.listen.ended"));
  } catch (error) {
    if (signal.aborted) throw error;
    const isFinal =
      error instanceof VangError && error.status !== undefined && error.status < 500 && error.status !== 429;
    if (isFinal) throw error;
    note(say("cli.listen.interrupted", { reason: describeFailure(error).sentence }));
  }
  return isOpen;
}

/** Server-sent events that have an id. */
async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const fields = Object.fromEntries(message.split("\n").map((line) => line.split(/: ?(.*)/s, 2)));
      if (fields.id) yield { id: fields.id, type: fields.event, body: fields.data };
    }
  }
}

/** Forwards events beside each other, each once: the stream repeats some after it was interrupted. */
class Forwarding {
  lastId: string | undefined;
  readonly #forward: (event: Event) => Promise<void>;
  readonly #known = new Set<string>();
  readonly #running = new Set<Promise<void>>();

  constructor(forward: (event: Event) => Promise<void>) {
    this.#forward = forward;
  }

  /** Waits while as many as may are running. */
  async add(event: Event): Promise<void> {
    this.lastId = event.id;
    if (this.#known.has(event.id)) return;
    this.#known.add(event.id);
    const [oldest] = this.#known;
    if (this.#known.size > 10_000 && oldest) this.#known.delete(oldest);
    const one = this.#forward(event).finally(() => this.#running.delete(one));
    this.#running.add(one);
    if (this.#running.size >= mostAtOnce) await Promise.race(this.#running);
  }
}

/** The headers of Standard Webhooks. */
function signed(secret: Buffer, id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}

async function post(to: string, headers: Record<string, string>, body: string, seconds: number) {
  try {
    const signal = AbortSignal.timeout(seconds * 1000);
    const response = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal });
    await response.arrayBuffer();
    return { status: response.status };
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } };
    return { error: name === "TimeoutError" ? "timeout" : (cause?.code ?? message) };
  }
}
