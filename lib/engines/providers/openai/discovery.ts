import { minutes, seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { findVoices } from "./find-voices";
import type { OpenAiEngine, OpenAiTtsModel } from "./schema";
import type { Upstreams } from "./upstreams";
import { applyVoices, type OfferedVoice } from "./voices";

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
