import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { JetStreamManager, JsMsg } from "@nats-io/jetstream";
import { seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import type { StreamServers } from "@/lib/platform/env/storage";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { textOf, together } from "@/lib/platform/statement";
import { publishMs } from "./budget";
import { connectNats, streamName } from "./nats-connection";
import { openPostgresStream, setAsideMessage } from "./postgres";
import { maxAttempts, reasonOf, settle } from "./settle";
import type { Consumer, Delivered, Stream } from "./stream";

/** A key can be any text: in base64url it is one token of a subject. */
const token = (text: string) => Buffer.from(text).toString("base64url");
const subjectOf = (topic: string, key: string) => `vang.${token(topic)}.${token(key)}`;

/** The server's own lease, which a consumer renews until its batch's is over. */
const ackWaitMs = seconds(3);

/** How often a consumer looks for messages that are not delivered. */
const lookEveryMs = seconds(5);

/** How long one try to publish waits: what is sent while disconnected is lost. */
const tryMs = 1000;

type Taken<Payload> = { event: Delivered<Payload>; message: JsMsg };
type Stored<Payload> = { key: string; payload: Payload };

/** Dead letters are rows of our database; its table is consumed too, with what was published before NATS was used. */
export function openNatsStream(place: StreamServers, { retryMs = seconds(1) } = {}): Stream {
  const table = openPostgresStream({ retryMs });
  const consumers = new Set<Consumer>();
  const opening = connectNats(place);
  let isOpen = false;
  opening.then(
    () => {
      isOpen = true;
    },
    (error: Error) => log.error({ reason: error.message }, "the stream cannot be opened"),
  );

  /** Tries again until the budget is over: the subject makes it safe to publish what may be there already. */
  async function send(subject: string, body: string): Promise<void> {
    const until = performance.now() + publishMs.nats;
    const late = sleep(publishMs.nats, null, { ref: false });
    const connection = await Promise.race([opening, late]);
    for (let error: unknown; connection; await sleep(100)) {
      const { js, nats } = connection;
      try {
        await js.publish(subject, body, { timeout: tryMs });
        return;
      } catch (failure) {
        error = failure;
      }
      // The message of the subject waits already. The same number says that the disk is full, in other words.
      if (
        error instanceof nats.JetStreamApiError &&
        error.code === 10_077 &&
        error.message.includes("maximum messages per subject")
      )
        return;
      const isFinal = error instanceof nats.InvalidArgumentError || error instanceof nats.JetStreamApiError;
      if (!isFinal && performance.now() < until) continue;
      log.error({ reason: reasonOf(error) }, "the stream takes no event");
      break;
    }
    throw new AppError("OVERLOADED", { message: "api.noDatabase" });
  }

  return {
    async publish(topic, { key, payload }, { condition, alongside = [] } = {}) {
      if (condition) {
        const { name, values } = condition;
        const text = textOf(condition);
        if ((await sql(name, text, values)).length === 0) return false;
      }
      await send(subjectOf(topic, key), JSON.stringify({ key, payload }));
      if (alongside.length > 0) {
        const always = { name: "always", text: "SELECT", values: [] };
        const { name, text, values } = together(always, ...alongside, { name: "done", text: "SELECT 1", values: [] });
        await sql(name, text, values);
      }
      return true;
    },

    consume<Payload>(
      topic: string,
      options: Parameters<Stream["consume"]>[1],
      handle: Parameters<typeof settle<Payload, Taken<Payload>>>[2],
    ) {
      let isStopped = false;
      const handled = async (all: Taken<Payload>[]) =>
        void (await Promise.all(all.map(({ message }) => settled(message))));
      const failed = async ({ event, message }: Taken<Payload>, error: unknown) => {
        const { deliveryCount } = message.info;
        if (deliveryCount < maxAttempts) {
          message.nak(retryMs * 2 ** (deliveryCount - 1));
          return false;
        }
        await setAsideMessage(topic, event, { attempts: deliveryCount, reason: reasonOf(error) });
        // Not `term`: older servers keep what is terminated.
        await settled(message);
        return true;
      };
      const take = (message: JsMsg): Taken<Payload> => {
        const { key, payload } = message.json<Stored<Payload>>();
        return { message, event: { key, payload, attempts: message.info.deliveryCount - 1 } };
      };
      const work = async (messages: JsMsg[]) => {
        const until = performance.now() + options.leaseMs;
        const renewing = setInterval(() => {
          if (performance.now() > until) clearInterval(renewing);
          else for (const message of messages) message.working();
        }, ackWaitMs / 3);
        const taken = messages.map(take);
        await settle(topic, taken, handle, { handled, failed }).finally(() => clearInterval(renewing));
      };
      const run = async () => {
        const consumer = await openConsumer(opening, topic);
        let lookedAt = performance.now();
        while (!isStopped) {
          if (performance.now() - lookedAt > lookEveryMs) {
            lookedAt = performance.now();
            if (await removeIfForgetful(opening, topic)) return;
          }
          // A pull waits for all that it asks for: so for one, and then for what is there.
          const [first] = await collect(await consumer.fetch({ max_messages: 1, expires: 1000 }));
          if (!first) continue;
          if (isStopped) return first.nak();
          const more = Math.min(options.batchSize - 1, first.info.pending);
          const rest = more > 0 ? await collect(await consumer.fetch({ max_messages: more, expires: 1000 })) : [];
          await work([first, ...rest].sort((a, b) => a.seq - b.seq));
        }
      };
      const runAgain = async () => {
        while (!isStopped)
          await run().catch(async (error: Error) => {
            log.error({ topic, reason: error.message }, "the stream cannot be read");
            await sleep(500);
          });
      };
      const running = runAgain();
      const inTable = table.consume(topic, options, handle);
      const consumer = {
        async stop() {
          isStopped = true;
          await Promise.all([inTable.stop(), isOpen && running]);
          consumers.delete(consumer);
        },
      };
      consumers.add(consumer);
      return consumer;
    },

    async lag(topic) {
      const { jsm } = await opening;
      const oldest = await findNext(jsm, topic, 1);
      const lagMs = oldest ? Math.max(1, Date.now() - oldest.time.getTime()) : 0;
      return Math.max(lagMs, await table.lag(topic));
    },

    async *listWaiting<Payload>(topic: string) {
      const { jsm } = await opening;
      for (let seq = 1; ; seq++) {
        const next = await findNext(jsm, topic, seq);
        if (!next) break;
        seq = next.seq;
        yield next.json<Stored<Payload>>().payload;
      }
      yield* table.listWaiting<Payload>(topic);
    },

    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await table.close();
      const closing = opening.then(({ nc }) => nc.close()).catch(() => undefined);
      if (isOpen) await closing;
    },
  };
}

/** What is not confirmed, because the server was away, comes again after its lease. */
const settled = (message: JsMsg) => message.ackAck({ timeout: tryMs }).catch(() => undefined);

/** The first message of a topic from a place in the stream on; null behind the last. The leader answers it. */
const findNext = (jsm: JetStreamManager, topic: string, seq: number) =>
  jsm.streams.getMessage(streamName, { seq, next_by_subj: `vang.${token(topic)}.*` } as { seq: number });

/** A killed server can keep messages without ever delivering them. A new consumer gets these, and some others twice. */
async function removeIfForgetful(opening: ReturnType<typeof connectNats>, topic: string): Promise<boolean> {
  const { jsm } = await opening;
  const name = consumerOf(topic);
  const oldest = await findNext(jsm, topic, 1);
  if (!oldest || Date.now() - oldest.time.getTime() < ackWaitMs) return false;
  const { num_pending, num_ack_pending, ack_floor } = await jsm.consumers.info(streamName, name);
  if (oldest.seq > ack_floor.stream_seq && num_pending + num_ack_pending > 0) return false;
  log.warn({ topic }, "the stream kept events that it did not deliver");
  await jsm.consumers.delete(streamName, name);
  return true;
}

const consumerOf = (topic: string) => `vang-${token(topic)}`;

async function openConsumer(opening: ReturnType<typeof connectNats>, topic: string) {
  const { nats, jsm, js } = await opening;
  const name = consumerOf(topic);
  const config = {
    durable_name: name,
    filter_subject: `vang.${token(topic)}.*`,
    ack_policy: nats.AckPolicy.Explicit,
    ack_wait: nats.nanos(ackWaitMs),
    max_ack_pending: 20_000,
  };
  await jsm.consumers.add(streamName, config).catch(() => jsm.consumers.update(streamName, name, config));
  return js.consumers.get(streamName, name);
}

async function collect(messages: AsyncIterable<JsMsg>): Promise<JsMsg[]> {
  const all: JsMsg[] = [];
  for await (const message of messages) all.push(message);
  return all;
}
