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
import { frontSample, store } from "@/lib/speech/timed-sample";

const maxFormBytes = 8 * 1024;

/** 15 seconds at 16 kHz, with some more for headers. */
const maxWavBytes = 600 * 1024;

const headers = { "cache-control": "no-store", "x-ai-generated": "true" };

const audioHeaders = { ...headers, "content-type": "audio/mpeg" };

/** The samples of the front page, for its own visitors only. A browser without scripts plays the audio; `/site.js` also asks for the times of its words. */
export function declareSample(app: Hono<ApiEnv>): void {
  app.use("/sample/*", async (c, next) => {
    if (env.VANG_FRONT_PAGE === "off") throw new AppError("NOT_FOUND");
    // The sentence is the same for every visitor, and is made once.
    if (c.req.method !== "GET" && !isSameOrigin(c.req.raw.headers)) throw new AppError("ORIGIN_NOT_ALLOWED");
    await next();
  });
  for (const operation of operations.playSample) {
    endpoint(app, operation, async ({ query }) => {
      const { mp3 } = await frontSample(query.voiceId);
      return new Response(new Uint8Array(mp3), {
        headers: { ...audioHeaders, "cache-control": "public, max-age=3600" },
      });
    });
  }
  for (const operation of operations.speakSample) {
    endpoint(app, operation, async ({ request, readAddress }) => {
      const form = new URLSearchParams((await readBytes(request, maxFormBytes)).toString("utf8"));
      const [text, voice] = [form.get("text") ?? "", form.get("voice") ?? ""];
      const sample = await runWithinCapacity(() => speakSample(text, voice, readAddress()));
      if (request.headers.get("accept") === "application/json")
        return new Response(store(sample), { headers: { ...headers, "content-type": "application/json" } });
      return new Response(new Uint8Array(sample.mp3), { headers: audioHeaders });
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
