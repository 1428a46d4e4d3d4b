import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { makeTone } from "@/testing/fakes/sound";
import { startSpeechServer } from "@/testing/fakes/speech-server";
import { trials } from "@/testing/harness/deep";
import { newDataDirectory, startOwnServer } from "@/testing/harness/own-server";
import { rolePids } from "@/testing/harness/role-processes";
import { promised } from "@/testing/promises";

const requests = trials(process.env.VANG_RESTART_REQUESTS, 40_000, 40_000);
const lanes = 12;
const leastRestarts = 3;
const hourMs = 3_600_000;

type RequestParts = { method?: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** Each kind of request: jobs with short and long bodies, streams, downloads, lookups, and pages of the console. */
async function kindsFor(key: string, audio: () => string): Promise<(() => RequestParts)[]> {
  const speech = JSON.stringify({
    text: "Xin chào. Tạm biệt.",
    voiceId: "ngoc",
    modelId: "reader",
    audioFormat: "wav",
  });
  const form = new FormData();
  form.append("modelId", "listener");
  const wav = await encodeWav({ samples: makeTone(220, 16_000, 3), sampleRate: 16_000 });
  form.append("file", new Blob([wav]), "a.wav");
  const upload = new Response(form);
  const type = upload.headers.get("content-type") ?? "";
  const uploaded = Buffer.from(await upload.arrayBuffer());
  const headers = { "x-api-key": key };
  const post = (path: string, body: string | Buffer, contentType = "application/json") => ({
    ...{ method: "POST", path, body },
    headers: { ...headers, "content-type": contentType, "content-length": String(Buffer.byteLength(body)) },
  });
  return [
    () => post("/tts", speech),
    () => post("/tts/stream", speech),
    () => post("/stt", uploaded, type),
    () => ({ path: audio() }),
    () => ({ path: "/tts/voices", headers }),
    () => ({ path: "/openapi.json" }),
    () => ({ path: "/icon.svg", headers: { accept: "text/html" } }),
    () => ({ path: "/health" }),
  ];
}

/** Resolves to the status of a response that was read to its end, or to the error's code. */
function ask(
  url: string,
  agent: Agent,
  { body, path, ...options }: RequestParts,
): Promise<{ outcome: unknown; text: string }> {
  return new Promise((done) => {
    const failed = (error: NodeJS.ErrnoException) => done({ outcome: error.code ?? error.message, text: "" });
    const sent = request(url + path, { agent, ...options }, (response) => {
      buffer(response).then((bytes) => done({ outcome: response.statusCode, text: String(bytes) }), failed);
    });
    sent.on("error", failed).end(body);
  });
}

test(
  "the processes of a machine are restarted again and again under load: no request fails, on kept and on new connections, and each job is charged once",
  async () => {
    const engine = await startSpeechServer({ remembers: false });
    const file = join(newDataDirectory(), "engines.json");
    writeFileSync(file, writeEngine([engine], { upstream: { concurrency: 64 } }));
    const server = await startOwnServer({ VANG_API_PROCESSES: "2", VANG_ENGINES: file, LOG_LEVEL: "error" });
    const member = await makeMember({ creditMilli: 1_000_000_000_000n });
    const key = await makeKey(member);
    const kept = new Agent({ keepAlive: true });
    let audio = "";
    const kinds = await kindsFor(key, () => audio);
    const first = await ask(server.url, kept, (kinds[0] as () => RequestParts)());
    audio = new URL(JSON.parse(first.text).audioUrl).pathname + new URL(JSON.parse(first.text).audioUrl).search;
    expect((await ask(server.url, kept, { path: audio })).outcome).toBe(200);

    let [begun, jobs, restarts] = [0, 1, 0];
    const failures: unknown[] = [];
    let isBroken = false;
    const isOn = () => !isBroken && (begun < requests || restarts < leastRestarts);
    const clients = Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = lane; isOn(); turn++) {
        begun++;
        const parts = (kinds[turn % kinds.length] as () => RequestParts)();
        const agent = lane % 2 === 0 ? kept : new Agent();
        const { outcome } = await ask(server.url, agent, parts);
        if (outcome === 200 && parts.method) jobs++;
        if (outcome !== 200) failures.push([parts.path, lane % 2 === 0 ? "kept" : "new", outcome, restarts]);
      }
    });
    const restarting = (async () => {
      while (isOn()) {
        const before = rolePids(server);
        expect(before).toHaveLength(4);
        server.process.kill("SIGUSR2");
        const stay = () => rolePids(server).filter((pid) => before.includes(pid));
        await expect.poll(stay, { timeout: 120_000, interval: 100, message: server.output() }).toEqual([]);
        restarts++;
      }
    })().catch((error) => {
      isBroken = true;
      throw error;
    });
    await Promise.all([...clients, restarting]);
    kept.destroy();
    process.stdout.write(`${begun} requests, ${jobs} jobs, ${restarts} restarts\n`);
    expect(failures.length, JSON.stringify(failures.slice(0, 20))).toBe(promised("A3"));

    const of = { businessId: member.businessId };
    await expect.poll(() => db.hold.count({ where: { ...of, status: "open" } }), { timeout: 60_000 }).toBe(0);
    expect(await db.job.count({ where: { ...of, status: "completed" } })).toBe(jobs);
    expect(await db.transfer.count({ where: { kind: "charge", debit: of } })).toBe(jobs);
    expect(await audit()).toEqual([]);
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    await engine.close();
  },
  2 * hourMs,
);
