import { ProviderError } from "@/lib/engines/provider";
import { minutes, seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { OpenAiEngine, OpenAiTtsModel } from "./schema";
import { nonsense } from "./sound";
import type { UpstreamResponse } from "./upstream";
import type { Upstreams } from "./upstreams";
import { applyVoices, type FoundVoice, type OfferedVoice } from "./voices";

const againAfterMs = minutes(10);
const againAfterFailureMs = seconds(15);
const longestMs = seconds(20);

/** Polls an engine for a model's voices until stopped, and passes on each list that differs from the last. */
export class Discovery {
  readonly #end = new AbortController();
  #last = "";

  constructor(
    private readonly engine: OpenAiEngine,
    private readonly model: OpenAiTtsModel,
    private readonly upstreams: Upstreams,
    private readonly onOffered: (offered: OfferedVoice[]) => void,
  ) {}

  async run(): Promise<void> {
    const pauseMs = await this.#once().then(
      () => againAfterMs,
      (error: Error) => {
        log.warn({ engine: this.engine.id, reason: error.message }, "an engine did not list its voices");
        return againAfterFailureMs;
      },
    );
    if (!this.#end.signal.aborted) setTimeout(() => void this.run(), pauseMs).unref();
  }

  stop(): void {
    this.#end.abort();
  }

  async #once(): Promise<void> {
    const { voices, modelId, upstreamModel } = this.model;
    if (Array.isArray(voices)) return;
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(longestMs)]);
    const found = await findVoices(this.upstreams, upstreamModel, signal);
    const offered = applyVoices(this.engine.id, modelId, found, voices);
    if (JSON.stringify(offered) === this.#last || this.#end.signal.aborted) return;
    this.#last = JSON.stringify(offered);
    this.onOffered(offered);
  }
}

const maxBytes = 5_000_000;
const mostVoices = 2000;

/** Where servers list voices; OpenAI's own API has no such endpoint. */
const places = ["audio/voices", "voices"];

/** Empty when the engine has no list. Throws ProviderError when it does not respond. */
async function findVoices(upstreams: Upstreams, model: string, signal: AbortSignal): Promise<FoundVoice[]> {
  for (const place of places) {
    const path = `${place}?model=${encodeURIComponent(model)}`;
    try {
      const sending = { method: "GET", path, maxBytes, firstByteMs: 10_000 } as const;
      return await upstreams.call(sending, (reply) => readVoices(reply, model), signal);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "rejected") throw error;
    }
  }
  return [];
}

// [..], {"voices":[..]} or {"data":[..]}, of strings or objects.
function readVoices({ bytes }: UpstreamResponse, model: string): FoundVoice[] {
  const parsed = parse(bytes);
  const list = Array.isArray(parsed) ? parsed : (field(parsed, ["voices", "data"]) ?? []);
  if (!Array.isArray(list)) throw nonsense("no list of voices");
  return list.slice(0, mostVoices).flatMap((entry) => readVoice(entry, model));
}

function readVoice(entry: unknown, model: string): FoundVoice[] {
  if (typeof entry === "string") return entry ? [{ id: entry, name: entry }] : [];
  const id = field(entry, ["voice_id", "id", "voice", "name"]);
  const owner = field(entry, ["model_id", "model"]);
  if (typeof id !== "string" || !id || (typeof owner === "string" && owner !== model)) return [];
  const name = field(entry, ["display_name", "name", "label"]);
  const gender = String(field(entry, ["gender"])).toLowerCase();
  const language = field(entry, ["language_code", "language", "lang"]);
  return [
    {
      id,
      name: typeof name === "string" && name ? name : id,
      ...((gender === "female" || gender === "male") && { gender }),
      ...(typeof language === "string" && /^[a-z]{2,3}\b/i.test(language) && { languageCode: language.slice(0, 35) }),
    },
  ];
}

/** The value of the first of these fields that is present. */
function field(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const name = names.find((candidate) => Object.hasOwn(value, candidate));
  return name && (value as Record<string, unknown>)[name];
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw nonsense("something that is not JSON");
  }
}
