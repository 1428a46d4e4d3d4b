import { setTimeout as sleep } from "node:timers/promises";
import type { Vang } from "@vang/sdk";
import type { Call } from "../call";
import { CliError, UsageError } from "../fail";
import { print, printJson, printTable, showProgress } from "../terminal";
import { formatNumber, say } from "../words";

/** How long a receiver may take to respond. */
const longestMs = 20_000;

export async function listWebhooks({ given, signal, vang }: Call): Promise<void> {
  const { webhooks } = await vang().webhooks.list({ signal });
  if (given.json) return printJson(webhooks);
  const head = ["webhookId", "url", "events", "state"] as const;
  await printTable(
    head.map((name) => say(`cli.columns.${name}`)),
    webhooks.map(({ id, url, events, status }) => [id, url, events.join(", "), status]),
  );
}

/** Sends a test event to the streams of `webhooks listen`, or to a webhook, whose response it waits for. */
export async function trigger(call: Call): Promise<void> {
  const { args, given, signal, vang } = call;
  const [type = ""] = args;
  const client = vang();
  if (!given.webhook) {
    const sent = await client.request("POST", "/webhooks/stream/tests", { signal, body: { type: type as never } });
    if (given.json) return printJson(sent);
    return print(say("cli.trigger.toStreams", { type, streams: formatNumber(sent.streams) }));
  }
  const { deliveryId } = await client.webhooks.test(given.webhook, { type: type as never }, { signal });
  const delivery = await waitForResponse(client, deliveryId, signal);
  if (given.json) await printJson(delivery);
  else await print(say("cli.trigger.toWebhook", { type, webhook: given.webhook, deliveryId }));
  const { attempts, lastStatus, lastError } = delivery;
  if (attempts === 0) throw new CliError(say("cli.trigger.noResponse"));
  if (lastError !== null) throw new CliError(say("cli.trigger.rejected", { reason: String(lastStatus ?? lastError) }));
  if (!given.json) await print(say("cli.trigger.accepted", { status: String(lastStatus) }));
}

async function waitForResponse(client: Vang, id: string, signal: AbortSignal) {
  const read = () => client.request("GET", "/deliveries/{id}", { signal, params: { id } });
  const last = Date.now() + longestMs;
  let delivery = await read();
  while (delivery.attempts === 0 && Date.now() < last) {
    await sleep(250, undefined, { signal });
    delivery = await read();
  }
  return delivery;
}

/** Sends events of a webhook again: chosen deliveries, or all that failed since a time. */
export async function replay({ args, given, signal, vang }: Call): Promise<void> {
  const { delivery, failedSince } = given;
  if ((delivery === undefined) === (failedSince === undefined)) throw new UsageError(say("cli.replay.oneSelection"));
  const client = vang();
  const [id = ""] = args;
  const body = delivery ? { ids: delivery } : { failedSince };
  let progress = await client.webhooks.replay(id, body, { signal });
  const params = { id, replayId: progress.id };
  while (progress.state === "running") {
    showProgress(
      say("cli.replay.progress", { done: formatNumber(progress.done), total: formatNumber(progress.total) }),
    );
    await sleep(500, undefined, { signal });
    progress = await client.request("GET", "/webhooks/{id}/replays/{replayId}", { signal, params });
  }
  if (given.json) return printJson(progress);
  const { done, total, state } = progress;
  const values = { done: formatNumber(done), total: formatNumber(total) };
  await print(say(state === "waiting" ? "cli.replay.waiting" : "cli.replay.done", values));
}
