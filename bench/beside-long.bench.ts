import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, arrive, closeConnections, p99, send } from "@/bench/support/arrive";
import { type Figure, median, ms, residentMb } from "@/bench/support/measure";
import { makeKey, makeMember } from "@/prisma/factories";
import { watchMemory } from "@/testing/harness/jobs-worker";
import { createJob, readJob, repeated, speak, upload } from "@/testing/harness/long-recording";
import { startOwnServer } from "@/testing/harness/own-server";
import { rolePids } from "@/testing/harness/role-processes";

/** Short jobs a second, for so long each time. */
const rates = { tts: 5, stt: 1 };
const loadSeconds = 60;

const minutes = Number(process.env.VANG_LONG_MINUTES ?? 180);

const sentences =
  "Xin chào quý khách. Hôm nay trời đẹp quá. Tôi muốn gửi tiền vào tài khoản. Cảm ơn anh đã gọi điện. " +
  "Xe buýt đến bến lúc tám giờ. Mẹ đi chợ mua rau và cá. ";

/**
 * What short texts and recordings take while nothing else runs, while a recording of three hours is decoded, and while it
 * is transcribed, with the embedded engines; and the memory that uploading and preparing it take.
 */
export default async function bench(): Promise<Figure[]> {
  const server = await startOwnServer({ LOG_LEVEL: "error", VANG_CONNECTIONS_PER_ADDRESS: "20000" });
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000_000_000n }));
  const ours = { url: server.url, key };
  try {
    const call = callsOf(ours, await speak(ours, "Tôi muốn gửi tiền vào tài khoản"));
    await measure(call, 5);
    const recording = repeated(await speak(ours, sentences.repeat(4)), minutes);
    const calm = await measure(call);
    const pids = () => [...rolePids(server, "api"), ...rolePids(server, "worker")];
    const memory = watchMemory(() => pids().reduce((mb, pid) => mb + residentMb(pid), 0));
    const uploadedAt = performance.now();
    const uploadId = await upload(ours, recording);
    const uploadMs = performance.now() - uploadedAt;
    const createdAt = performance.now();
    const id = await createJob(ours, uploadId);
    const prepared = waitFor(ours, id, ({ secondsTotal }) => secondsTotal !== null).then(() => performance.now());
    const decoding = await measure(call, Math.min(loadSeconds, minutes / 6));
    const prepareMs = (await prepared) - createdAt;
    const grownMb = memory.end();
    await waitFor(ours, id, ({ progress }) => progress > 0);
    const transcribing = await measure(call);
    await fetch(`${server.url}/jobs/${id}/cancel`, { method: "POST", headers: { "x-api-key": key } });
    return [
      { what: `${(recording.sizeBytes / 1e6).toFixed(0)} MB uploaded in`, value: ms(uploadMs) },
      { what: `${minutes} minutes of sound, beside short jobs, prepared in`, value: ms(prepareMs) },
      {
        what: "most memory of the API and the worker above idle",
        value: `${grownMb} MB`,
        target: "≤ 300 MB",
        met: grownMb <= 300,
      },
      ...(["tts", "stt"] as const).flatMap((kind) => [
        { what: `/${kind}, calm: median`, value: ms(medianOf(calm[kind])) },
        { what: `/${kind}, calm: p99`, value: ms(p99(calm[kind])) },
        ...compare(`/${kind} while the recording is decoded`, decoding[kind], calm[kind]),
        ...compare(`/${kind} while it is transcribed`, transcribing[kind], calm[kind]),
      ]),
    ];
  } finally {
    closeConnections();
    server.process.kill("SIGTERM");
    await server.ended;
  }
}

type Ours = { url: string; key: string };
type Calls = Record<keyof typeof rates, (since: number) => Promise<Answer>>;

function callsOf({ url, key }: Ours, wav: Buffer): Calls {
  const text = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" });
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
  const form = Buffer.concat([Buffer.from(head), wav, Buffer.from("\r\n--x--\r\n")]);
  const json = { "x-api-key": key, "content-type": "application/json" };
  const multipart = { "x-api-key": key, "content-type": "multipart/form-data; boundary=x" };
  return {
    tts: (since) => send(`${url}/tts`, json, text, since),
    stt: (since) => send(`${url}/stt`, multipart, form, since),
  };
}

/** Both kinds at the same time. */
async function measure(call: Calls, seconds = loadSeconds): Promise<Record<keyof Calls, Answer[]>> {
  const [tts, stt] = await Promise.all([arrive(rates.tts, seconds, call.tts), arrive(rates.stt, seconds, call.stt)]);
  return { tts, stt };
}

const medianOf = (answers: readonly Answer[]) => median(answers.map(({ tookMs }) => tookMs));

function compare(what: string, answers: readonly Answer[], calm: readonly Answer[]): Figure[] {
  const ratio = p99(answers) / p99(calm);
  const failed = answers.filter(({ status }) => status >= 400 || status === 0).length;
  return [
    { what: `${what}: median`, value: ms(medianOf(answers)) },
    { what: `${what}: p99`, value: ms(p99(answers)) },
    {
      what: `${what}: p99 to calm`,
      value: `${ratio.toFixed(2)} ×`,
      target: "≤ 2 ×, all done",
      met: ratio <= 2 && failed === 0,
    },
  ];
}

async function waitFor(ours: Ours, id: string, isReached: (job: Awaited<ReturnType<typeof readJob>>) => boolean) {
  for (;;) {
    const job = await readJob(ours, id);
    if (isReached(job)) return;
    if (job.status === "failed") throw new Error(`The job failed: ${JSON.stringify(job)}`);
    await sleep(250);
  }
}
