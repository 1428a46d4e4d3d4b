import "server-only";
import type { Hono } from "hono";
import { isSameOrigin } from "@/lib/access/auth/origin";
import { type ApiEnv, addressOf } from "@/lib/api/authenticate";
import { readBytes } from "@/lib/api/body";
import { runWithinCapacity } from "@/lib/api/running-jobs";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { speakSample, transcribeSample } from "@/lib/speech/sample";

const maxFormBytes = 8 * 1024;

/** 15 seconds at 16 kHz, with some more for headers. */
const maxWavBytes = 600 * 1024;

const headers = { "cache-control": "no-store", "x-ai-generated": "true" };

/** The samples of the front page, for its own visitors only. A browser without scripts plays the response. */
export function declareSample(app: Hono<ApiEnv>): void {
  app.use("/sample/*", async (c, next) => {
    if (env.VANG_FRONT_PAGE === "off") throw new AppError("NOT_FOUND");
    if (!isSameOrigin(c.req.raw.headers)) throw new AppError("ORIGIN_NOT_ALLOWED");
    await next();
  });
  app.post("/sample/speech", async (c) => {
    const form = new URLSearchParams(Buffer.from(await readBytes(c.req.raw, maxFormBytes)).toString("utf8"));
    const ip = addressOf(c)?.toString() ?? null;
    const { bytes } = await runWithinCapacity(() => speakSample(form.get("text") ?? "", form.get("voice") ?? "", ip));
    return c.body(new Uint8Array(bytes), 200, { ...headers, "content-type": "audio/mpeg" });
  });
  app.post("/sample/transcript", async (c) => {
    const wav = await readBytes(c.req.raw, maxWavBytes);
    const ip = addressOf(c)?.toString() ?? null;
    return c.json(
      { transcript: await runWithinCapacity(() => transcribeSample(new Uint8Array(wav), ip)) },
      200,
      headers,
    );
  });
}
