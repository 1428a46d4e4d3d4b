// @module-tag promise
// @module-tag slow
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { minutes } from "@/lib/platform/clock";
import { freePort } from "@/scripts/database.mjs";

test("a process that serves only the API removes the uploads of killed ones, and no recent ones", async () => {
  const uploads = join(process.env.VANG_DATA ?? "", "uploads");
  mkdirSync(uploads);
  for (const [name, ageMs] of Object.entries({ old: minutes(31), young: minutes(15) })) {
    writeFileSync(join(uploads, name), "a voice");
    const writtenAt = new Date(Date.now() - ageMs);
    utimesSync(join(uploads, name), writtenAt, writtenAt);
  }
  // Settings are read once, on first use.
  Object.assign(process.env, { VANG_ROLE: "api", PORT: String(await freePort()) });
  const { serve } = await import("@/server");
  const { close } = await serve({ seed: false });
  await expect.poll(() => readdirSync(uploads)).toEqual(["young"]);
  await close();
});
