import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";

/** Inserts an API key of a member with credit, by the factories of the release in `clone`, which knows its own schema. */
export async function makeKeyOf(clone: string, data: string, DATABASE_URL: string): Promise<string> {
  const [from, program] = [join(clone, "make-key.ts"), join(clone, ".build/make-key.mjs")];
  writeFileSync(
    from,
    `import { makeKey, makeMember } from "@/prisma/factories";
     process.stdout.write(await makeKey(await makeMember({ creditMilli: 1_000_000_000n })), () => process.exit());`,
  );
  const options = { bundle: true, platform: "node", format: "esm", packages: "external" } as const;
  const alias = { "server-only": "./scripts/empty.ts" };
  await build({ ...options, alias, absWorkingDir: clone, entryPoints: [from], outfile: program });
  const secrets = JSON.parse(readFileSync(join(data, "secrets.json"), "utf8"));
  const env = { ...process.env, ...secrets, DATABASE_URL, VANG_DATA: data };
  return execFileSync(process.execPath, [program], { cwd: clone, env, encoding: "utf8" });
}

type Spoken = { trackingId: string; at: number };

/** Jobs, lookups of them and a page of the console, from `lanes` clients without a pause, until `end` is called. */
export function startUpgradeLoad(url: string, key: string, lanes: number) {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" });
  const spoken: Spoken[] = [];
  const failed: string[] = [];
  let [requests, isOver, phase] = [0, false, ""];

  async function send(path: string, init: RequestInit = {}, wanted = [200]): Promise<Response | undefined> {
    requests += 1;
    try {
      const answer = await fetch(url + path, init);
      const text = await answer.clone().text();
      if (wanted.includes(answer.status)) return answer;
      failed.push(`${phase}: ${init.method ?? "GET"} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${phase}: ${init.method ?? "GET"} ${path}: ${(error as Error).cause ?? error}`);
    }
  }
  async function speak() {
    const answer = await send("/tts", {
      method: "POST",
      headers: { ...headers, "idempotency-key": randomUUID() },
      body,
    });
    if (answer) spoken.push({ ...((await answer.json()) as { trackingId: string }), at: performance.now() });
  }
  // A worker has a minute to record a job.
  const lookUp = ({ trackingId, at }: Spoken) =>
    send(`/ai/tts/${trackingId}`, { headers }, performance.now() - at > 60_000 ? [200] : [200, 404]);
  async function run() {
    while (!isOver) {
      await speak();
      const known = spoken.length;
      for (const one of [spoken[Math.floor(Math.random() * known)], spoken[Math.floor(known / 2)]])
        if (one) await lookUp(one);
      await send("/sign-in", { headers: { accept: "text/html" } });
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, run));
  return {
    spoken,
    failed,
    count: () => requests,
    /** Names what happens from now on, and waits for this many more requests. */
    async during(name: string, more: number) {
      phase = name;
      for (const until = requests + more; requests < until; ) await sleep(100);
    },
    async end() {
      isOver = true;
      await running;
    },
  };
}
