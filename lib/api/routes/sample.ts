import "server-only";
import type { Hono } from "hono";
import { isSameOrigin } from "@/lib/access/auth/origin";
import type { ApiEnv } from "@/lib/api/authenticate";
import { readBytes } from "@/lib/api/body";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { runWithinCapacity } from "@/lib/api/running-jobs";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { speakSample, transcribeSample } from "@/lib/speech/sample";
import { frontSample, store, type TimedSample } from "@/lib/speech/timed-sample";

const maxFormBytes = 8 * 1024;

/** 15 seconds at 16 kHz, with some more for headers. */
const maxWavBytes = 600 * 1024;

const headers = { "cache-control": "no-store", "x-ai-generated": "true" };

/** The audio, or all of the sample as JSON. */
function answerSample(sample: TimedSample, request: Request): Response {
  const isJson = request.headers.get("accept") === "application/json";
  const body = isJson ? store(sample) : new Uint8Array(sample.mp3);
  return new Response(body, { headers: { ...headers, "content-type": isJson ? "application/json" : "audio/mpeg" } });
}

/** The samples of the front page, for its own visitors only. A browser without scripts plays the audio; `/site.js` also asks for the times of its words. */
export function declareSample(app: Hono<ApiEnv>): void {
  app.use("/sample/*", async (c, next) => {
    if (env.VANG_FRONT_PAGE === "off") throw new AppError("NOT_FOUND");
    // The sentence is the same for every visitor, and is made once.
    if (c.req.method !== "GET" && !isSameOrigin(c.req.raw.headers)) throw new AppError("ORIGIN_NOT_ALLOWED");
    await next();
  });
  for (const operation of operations.playSample) {
    endpoint(app, operation, async ({ query, request }) => {
      const answer = answerSample(await frontSample(query.voiceId), request);
      answer.headers.set("cache-control", "public, max-age=3600");
      answer.headers.set("vary", "accept");
      return answer;
    });
  }
  for (const operation of operations.speakSample) {
    endpoint(app, operation, async ({ request, readAddress }) => {
      const form = new URLSearchParams((await readBytes(request, maxFormBytes)).toString("utf8"));
      const [text, voice] = [form.get("text") ?? "", form.get("voice") ?? ""];
      const sample = await runWithinCapacity(() => speakSample(text, voice, readAddress()));
      return answerSample(sample, request);
    });
  }
  for (const operation of operations.transcribeSample) {
    endpoint(app, operation, async ({ request, readAddress }) => {
      const wav = new Uint8Array(await readBytes(request, maxWavBytes));
      const transcript = await runWithinCapacity(() => transcribeSample(wav, readAddress()));
      return { body: { transcript }, headers };
    });
  }
}
