import "server-only";
import { z } from "zod";
import { describeOpenAiError, inOpenAiNames } from "@/lib/api/openai/errors";
import { parse } from "@/lib/api/parse";
import { describeError } from "@/lib/api/problem";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { LiveOutput, LiveRequest } from "@/lib/speech/live/contract";
import { type Command, readMessage, type Wire } from "./connection";
import {
  changed,
  changesOf,
  describeEarlier,
  describeSettings,
  earlierChangesOf,
  earlierRealtimeUpdate,
  realtimeRequest,
  realtimeUpdate,
  startSettings,
} from "./realtime-settings";

const append = z.object({ audio: z.base64() });

const buffer = "input_audio_buffer";

const transcribed = "conversation.item.input_audio_transcription";

type Final = LiveOutput & { type: "final" };

/** `sent`: how many of its finals the client has. */
type Item = { id: string; finals: Final[]; sent: number; isUnwanted: boolean };

/**
 * What OpenAI's clients read and send at `/v1/realtime` in a session that transcribes. Each utterance is an item, or each
 * stretch up to a `commit` where the client has turned the detection of turns off. What is wrong with a message is said,
 * and does not end the session.
 */
export class RealtimeWire implements Wire {
  readonly isText = true;
  readonly #requestId: string;
  #settings;
  /** Whether sound has come: settings cannot be changed any more. */
  #hasBegun = false;
  /** The items that have begun, oldest first: the next one can begin before the words of the last are known. */
  #items: Item[] = [];
  #previous: string | null = null;
  /** Whether there is sound that was neither committed nor cleared. */
  #hasSound = false;

  constructor(requestId: string, model: string | undefined) {
    this.#requestId = requestId;
    this.#settings = startSettings(model);
  }

  get request(): LiveRequest {
    return realtimeRequest(this.#settings);
  }

  greet = (): object => event("session.created", { session: this.#describeSession() });

  read(text: string): Command {
    let eventId: unknown;
    try {
      const message = readMessage(text);
      eventId = (message as { event_id?: unknown }).event_id;
      return this.#follow(message);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { reply: () => [this.#describe(error, eventId)] };
    }
  }

  #follow(message: { type?: unknown }): Command {
    switch (message.type) {
      case "session.update":
        this.#change(changesOf(readAs(realtimeUpdate, message)));
        return { reply: () => [event("session.updated", { session: this.#describeSession() })] };
      case "transcription_session.update":
        this.#change(earlierChangesOf(readAs(earlierRealtimeUpdate, message)));
        return { reply: () => [event("transcription_session.updated", { session: describeEarlier(this.#settings) })] };
      case "input_audio_buffer.append": {
        const sound = Buffer.from(readAs(append, message).audio, "base64");
        this.#hasBegun = true;
        this.#hasSound = true;
        return { sound };
      }
      case "input_audio_buffer.commit":
        if (!this.#hasSound) throw new AppError("INVALID_REQUEST", { message: "live.nothingToCommit" });
        this.#hasSound = false;
        return { control: "finalize", reply: () => (this.#isManual ? this.#finish() : []) };
      case "input_audio_buffer.clear":
        this.#hasSound = false;
        for (const item of this.#items) item.isUnwanted = !this.#isManual;
        return { control: this.#isManual && this.#hasBegun ? "finalize" : undefined, reply: () => this.#clear() };
      default:
        throw new AppError("INVALID_REQUEST", { param: "type", message: "live.unknownEvent" });
    }
  }

  #describeSession = () => ({ id: this.#requestId, ...describeSettings(this.#settings) });

  get #isManual(): boolean {
    return this.#settings.turn_detection === null;
  }

  #change(changes: Parameters<typeof changed>[1]): void {
    if (this.#hasBegun) throw new AppError("INVALID_REQUEST", { param: "session", message: "live.settingsFixed" });
    this.#settings = changed(this.#settings, changes);
  }

  write(output: LiveOutput): object[] {
    if (output.type === "error") return [this.#describe(output.error)];
    if (output.type === "final") this.#oldest.finals.push(output);
    // Without detection of turns an item ends when its client says so.
    if (this.#isManual) return [];
    switch (output.type) {
      case "speechStarted": {
        const { id } = this.#begin();
        return [event(`${buffer}.speech_started`, { audio_start_ms: inMs(output.at), item_id: id })];
      }
      case "final":
        return output.isEnd || this.#oldest.isUnwanted ? [] : deltasOf(this.#oldest);
      case "utteranceEnd": {
        const fields = { audio_end_ms: inMs(output.at), item_id: this.#oldest.id };
        return [event(`${buffer}.speech_stopped`, fields), ...this.#finish()];
      }
      default:
        return [];
    }
  }

  #begin(): Item {
    const item = { id: newId("item"), finals: [], sent: 0, isUnwanted: false };
    this.#items.push(item);
    return item;
  }

  get #oldest(): Item {
    return this.#items[0] ?? this.#begin();
  }

  /** Ends an item: it is committed and transcribed, or nothing is said of it. */
  #finish(): object[] {
    const item = this.#oldest;
    this.#items.shift();
    if (item.isUnwanted) return [];
    const seconds = (item.finals.at(-1)?.end ?? 0) - (item.finals[0]?.start ?? 0);
    const committed = event(`${buffer}.committed`, { item_id: item.id, previous_item_id: this.#previous });
    this.#previous = item.id;
    return [
      committed,
      ...deltasOf(item),
      event(`${transcribed}.completed`, {
        item_id: item.id,
        content_index: 0,
        transcript: item.finals.map(({ text }) => text).join(" "),
        usage: { type: "duration", seconds: Math.round(seconds * 1000) / 1000 },
      }),
    ];
  }

  #clear(): object[] {
    if (this.#isManual) this.#items = [];
    return [event(`${buffer}.cleared`)];
  }

  #describe(appError: AppError, eventId?: unknown): object {
    const { error } = describeOpenAiError(describeError(inOpenAiNames(appError), this.#requestId));
    // Clients know this error by its code.
    const code = appError.details.message === "live.nothingToCommit" ? "input_audio_buffer_commit_empty" : error.code;
    return event("error", { error: { ...error, code, event_id: typeof eventId === "string" ? eventId : null } });
  }
}

/** What the client does not have yet of an item. */
function deltasOf(item: Item): object[] {
  const deltas = item.finals.slice(item.sent).map(({ text }, index) => {
    const delta = item.sent + index > 0 ? ` ${text}` : text;
    return event(`${transcribed}.delta`, { item_id: item.id, content_index: 0, delta });
  });
  item.sent = item.finals.length;
  return deltas;
}

const event = (type: string, fields: object = {}) => ({ type, event_id: newId("event"), ...fields });

const readAs = <Schema extends z.ZodType>(schema: Schema, message: unknown) =>
  parse(schema, message) as z.infer<Schema>;

const inMs = (seconds: number) => Math.round(seconds * 1000);
