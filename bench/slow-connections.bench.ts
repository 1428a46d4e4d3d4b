import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, arrive, closeConnections, p99 } from "@/bench/support/arrive";
import { type Figure, ms } from "@/bench/support/measure";
import { startBesideSlow } from "@/bench/support/slow-clients";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { minutes } from "@/lib/platform/clock";

const connections = 1000;
/** As attack tools do. */
const openedPerSecond = 200;
const callRate = 100;
/** The first is not counted, since it warms up the gateway. */
const rounds = 4;

/**
 * What 1,000 connections that are slow in every way cost 100 jobs per second.
 *
 * On loopback, with frames of 64 kB, the kernel takes 4 MB for a client that reads nothing, on Ethernet far less. As on
 * Ethernet: `unshare -n sh -c "ip link set lo mtu 1500 up && npm run bench -- slow-connections"`.
 */
export default async function bench(): Promise<Figure[]> {
  // The slow clients have keys too: of twenty businesses with normal limits.
  const limits = { requestsPerMinute: 120, concurrentCalls: 8 };
  const { port, call, audio, keys, close } = await startBesideSlow(20, limits);
  const [calm, late]: [Answer[], Answer[]] = [[], []];
  try {
    await arrive(callRate, 15, call);
    for (let round = 0; round < rounds; round++) {
      const alone = await arrive(callRate, 10, call);
      const path = signAudioPath(audio, new Date(Date.now() + minutes(5)));
      const ways = keys.map((key) => Object.values(slowKinds({ port, key, audio: path })));
      const called = arrive(callRate, 10, call);
      const slow: Socket[] = [];
      const openNext = (count: number) => pick(pick(ways, Math.floor(count / 6)), count)();
      for (const opened = performance.now(); slow.length < connections; await sleep(5)) {
        const due = Math.min(connections, ((performance.now() - opened) / 1000) * openedPerSecond);
        while (slow.length < due) slow.push(openNext(slow.length));
      }
      const answered = await called;
      if (round > 0) calm.push(...alone);
      if (round > 0) late.push(...answered);
      for (const socket of slow) socket.destroy();
    }
  } finally {
    closeConnections();
    await close();
  }
  const [alone, beside] = [p99(calm), p99(late)];
  const done = late.filter(({ status }) => status === 200).length / late.length;
  return [
    { what: `p99 of ${callRate} calls a second, alone`, value: ms(alone) },
    {
      what: `beside ${connections} slow connections`,
      value: ms(beside),
      target: "≤ 1.5 times",
      met: beside <= alone * 1.5,
    },
    { what: "calls done", value: `${(done * 100).toFixed(2)} %`, target: "100 %", met: done === 1 },
  ];
}

type Target = { port: number; key: string; audio: string };

/** Every way to be slow, each with a function that opens one such connection. */
function slowKinds({ port, key, audio }: Target): Record<string, () => Socket> {
  const head = (path: string, length: number, more = "") =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Length: ${length}\r\n${more}\r\n`;
  const upload = head("/stt", 500_000, "Content-Type: multipart/form-data; boundary=b\r\n");
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
  return {
    silent: () => open(port, "", ""),
    "slow headers": () => open(port, "GET /health HTTP/1.1\r\nHost: a\r\n", "X: a\r\n"),
    "a slow JSON body": () => open(port, head("/tts", 5000, "Content-Type: application/json\r\n"), "x"),
    "a slow upload": () => open(port, upload + part, "x".repeat(500)),
    "a body nobody asked for": () => open(port, head("/openapi.json", 5000), "x"),
    "a slow read": () => open(port, `GET ${audio} HTTP/1.1\r\nHost: a\r\n\r\n`, "").pause(),
  };
}

/** A connection that sends `first`, then `next` each second. */
function open(port: number, first: string, next: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  socket.on("error", () => undefined).resume();
  socket.write(first);
  const timer = setInterval(() => socket.write(next), 1000);
  return socket.once("close", () => clearInterval(timer));
}

const pick = <Item>(items: readonly Item[], count: number): Item => items[count % items.length] as Item;
