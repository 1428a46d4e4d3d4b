import type { Vang } from "./client.js";
import { pages } from "./pages.js";
import { type CallOptions, wait } from "./transport.js";
import type { Job, JobRequest, Operations } from "./types.gen.js";

const ended: readonly Job["status"][] = ["succeeded", "failed", "canceled"];

/** Long recordings that are transcribed and long texts that are read aloud, in the background. */
export class Jobs {
  readonly #vang: Vang;

  constructor(vang: Vang) {
    this.#vang = vang;
  }

  create(body: JobRequest, options: CallOptions = {}) {
    return this.#vang.request("POST", "/jobs", { ...options, body });
  }

  get(id: string, options: CallOptions = {}) {
    return this.#vang.request("GET", "/jobs/{id}", { ...options, params: { id } });
  }

  /** Over all pages, the latest first. */
  list(query: Operations["GET /jobs"]["query"] = {}, options: CallOptions = {}) {
    return pages(
      (cursor) => this.#vang.request("GET", "/jobs", { ...options, query: { ...query, ...cursor } }),
      ({ jobs }) => jobs,
    );
  }

  cancel(id: string, options: CallOptions = {}) {
    return this.#vang.request("POST", "/jobs/{id}/cancel", { ...options, params: { id } });
  }

  /**
   * The job when it has ended, well or not: see its `status`. Asks as often as the server wants, and calls `onProgress`
   * with each state. A paused job waits for credit, and so does this.
   */
  async wait(id: string, { onProgress, ...options }: CallOptions & { onProgress?: (job: Job) => void } = {}) {
    for (;;) {
      const job = await this.get(id, options);
      onProgress?.(job);
      // Once there is no need to ask again, its result and its charge can be read.
      if (ended.includes(job.status) && job.meta.retryAfterSeconds === undefined) return job;
      await wait((job.meta.retryAfterSeconds ?? 2) * 1000, options.signal);
    }
  }

  /** The transcript of a job that succeeded, in the format of `responseFormat`. */
  transcript(id: string, responseFormat: "srt" | "vtt" | "text" = "text", options: CallOptions = {}) {
    const query = { id, responseFormat };
    return this.#vang.request("GET", "/stt/jobs", { ...options, query }) as Promise<unknown> as Promise<string>;
  }
}
