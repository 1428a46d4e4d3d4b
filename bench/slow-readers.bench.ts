import { connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, arrive, closeConnections } from "@/bench/support/arrive";
import { type Figure, ms, percentile, text200 } from "@/bench/support/measure";
import { startBesideSlow } from "@/bench/support/slow-clients";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";

const callRate = 50;
const seconds = 10;
const openedPerSecond = 100;
const bytesPerSecond = 4096;
const rounds = 3;

type Phase = { count: number; pages: Answer[]; connecting: Answer[]; reading: Answer[] };

/**
 * What jobs take beside clients that read 4 kB a second: while they request a page, all at once, while they connect for
 * finished audio of 24 MB by its signed link, and while half of them read that and half streamed speech.
 *
 * Loopback takes 4 MB of a response before its client has read any. As on Ethernet:
 * `unshare -n sh -c "ip link set lo mtu 1500 up && npm run bench -- slow-readers"`.
 */
export default async function bench(): Promise<Figure[]> {
  const limits = { requestsPerMinute: 100_000, concurrentCalls: 1000, creditMilli: 1_000_000_000_000n };
  const { port, call, audio, keys, close } = await startBesideSlow(10, limits);
  const calm: Answer[] = [];
  const phases: Phase[] = [200, 500].map((count) => ({ count, pages: [], connecting: [], reading: [] }));
  let served = 0;
  try {
    await arrive(callRate, seconds, call);
    for (let round = 0; round < rounds; round++) {
      calm.push(...(await arrive(callRate, seconds, call)));
      for (const { count, pages, connecting, reading } of phases) {
        const readersOfPages = Array.from({ length: count }, () => readPage(port));
        pages.push(...(await arrive(callRate, seconds, call)));
        for (const { end } of readersOfPages) end();
        await sleep(5000);

        const readers = await openReaders(count / 2, (at) => readStream(port, keys[at % keys.length] as string));
        // Their jobs are load of another kind.
        while ((await db.hold.count({ where: { status: "open" } })) > 0) await sleep(200);
        const link = signAudioPath(audio, new Date(Date.now() + minutes(5)));
        const called = arrive(callRate, count / 2 / openedPerSecond, call);
        readers.push(...(await openReaders(count / 2, () => readLink(port, link))));
        connecting.push(...(await called));
        // Until what the kernel takes for each has been sent.
        await sleep(10_000);
        reading.push(...(await arrive(callRate, seconds, call)));
        served += readers.filter(({ isOpen }) => isOpen()).length / count / phases.length / rounds;
        for (const { end } of readers) end();
        await sleep(2000);
      }
    }
  } finally {
    closeConnections();
    await close();
  }
  return [
    { what: `${callRate} jobs a second, calm: p50 and p95`, value: summarize(calm) },
    ...phases.flatMap(({ count, pages, connecting, reading }) => [
      { what: `while ${count} slow readers request a page`, value: summarize(pages), ...compare(pages, calm) },
      { what: `while ${count / 2} connect for audio`, value: summarize(connecting), ...compare(connecting, calm) },
      { what: `while ${count} read`, value: summarize(reading), ...compare(reading, calm) },
    ]),
    { what: "readers with a response that goes on", value: `${(served * 100).toFixed(1)} %` },
  ];
}

const at = (answers: Answer[], share: number) =>
  percentile(
    answers.map(({ tookMs }) => tookMs),
    share,
  );

const summarize = (answers: Answer[]) => `${ms(at(answers, 0.5))}, ${ms(at(answers, 0.95))}`;

const compare = (answers: Answer[], calm: Answer[]) => {
  const [half, most] = [0.5, 0.95].map((share) => at(answers, share) / at(calm, share)) as [number, number];
  const isDone = answers.every(({ status }) => status === 200);
  return {
    target: `${half.toFixed(2)} × and ${most.toFixed(2)} × calm, ≤ 2 × and all done`,
    met: half <= 2 && most <= 2 && isDone,
  };
};

type Reader = { isOpen: () => boolean; end: () => void };

async function openReaders(count: number, open: (at: number) => Reader): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (const start = performance.now(); readers.length < count; await sleep(5)) {
    const due = Math.min(count, ((performance.now() - start) / 1000) * openedPerSecond);
    while (readers.length < due) readers.push(open(readers.length));
  }
  return readers;
}

const readPage = (port: number) => readSlowly(port, "GET /sign-in HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n");

const readLink = (port: number, path: string) => readSlowly(port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);

function readStream(port: number, key: string): Reader {
  const text = text200.repeat(10).slice(0, 2000);
  const body = JSON.stringify({ text, voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  const head = `POST /tts/stream HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`;
  return readSlowly(port, `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** A client whose receive buffer stays full. */
function readSlowly(port: number, request: string): Reader {
  const options = { port, host: "127.0.0.1", localAddress: "127.0.0.2", readableHighWaterMark: bytesPerSecond };
  const socket: Socket = connect(options as TcpNetConnectOpts);
  let [isOpen, first] = [true, ""];
  socket
    .on("error", () => undefined)
    .on("close", () => {
      isOpen = false;
    });
  socket.write(request);
  socket.pause();
  const timer = setInterval(() => {
    const bytes = socket.read(bytesPerSecond) ?? (first ? null : socket.read());
    if (bytes) first ||= String(bytes.subarray(0, 15));
  }, 1000);
  return {
    isOpen: () => isOpen && /^HTTP\/1\.1 200/.test(first),
    end() {
      clearInterval(timer);
      socket.destroy();
    },
  };
}
