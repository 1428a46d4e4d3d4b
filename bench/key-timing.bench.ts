import { Agent, get } from "node:http";
import { type Figure, median } from "@/bench/support/measure";
import { startServer } from "@/bench/support/server";
import { mintSecret } from "@/lib/keys/secret";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";

const wanted = Number(process.env.VANG_SAMPLES ?? 20_000);
const lanes = 16;
/** Below the limit of invalid keys per network and minute. */
const perNetwork = 18;

/** How well response times distinguish a revoked key from an unknown one: 0.5 means not at all (Mann-Whitney). */
export default async function bench(): Promise<Figure[]> {
  const { port, close } = await startServer();
  try {
    const figures: Figure[] = [];
    for (const [what, data] of [
      ["revoked", { revokedAt: new Date(0) }],
      ["expired", { expiresAt: new Date(0) }],
    ] as const) {
      const secret = await makeDeadKey(data);
      const times = await sample(port, secret);
      const auc = areaUnderCurve(times.dead, times.never);
      const met = auc >= 0.48 && auc <= 0.52;
      figures.push({ what: `${what} against unknown, AUC`, value: auc.toFixed(3), target: "0.48 to 0.52", met });
      figures.push({ what: `${what}, p50`, value: `${median(times.dead).toFixed(2)} ms` });
    }
    return figures;
  } finally {
    await close();
  }
}

async function makeDeadKey(data: { revokedAt?: Date; expiresAt?: Date }): Promise<string> {
  const member = await makeMember();
  const secret = await makeKey(member);
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data });
  return secret;
}

type Times = { dead: number[]; never: number[] };

/** Both kinds in random order, a few from each of many networks of this machine. The first tenth is for warming up. */
async function sample(port: number, secret: string): Promise<Times> {
  const times: Times = { dead: [], never: [] };
  const first = Math.floor(Math.random() * 60_000);
  let network = 0;
  let left = wanted * 2;
  const lane = async () => {
    while (left > 0) {
      left -= perNetwork;
      const place = first + network++;
      const address = `127.${1 + ((place >> 8) % 250)}.${place % 256}.1`;
      const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address });
      await answerMs(port, agent, mintSecret());
      for (let call = 0; call < perNetwork; call++) {
        const isDead = Math.random() < 0.5;
        times[isDead ? "dead" : "never"].push(await answerMs(port, agent, isDead ? secret : mintSecret()));
      }
      agent.destroy();
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const warm = (all: number[]) => all.slice(Math.floor(all.length / 10));
  return { dead: warm(times.dead), never: warm(times.never) };
}

function answerMs(port: number, agent: Agent, key: string): Promise<number> {
  return new Promise((done, failed) => {
    const start = performance.now();
    const request = get(
      { port, host: "127.0.0.1", path: "/tts/models", agent, headers: { "x-api-key": key } },
      (response) => {
        if (response.statusCode !== 401) failed(new Error(`answered ${response.statusCode}`));
        response.resume().on("end", () => done(performance.now() - start));
      },
    );
    request.on("error", failed);
  });
}

/** The share of pairs in which the first is later; ties count half. */
function areaUnderCurve(a: number[], b: number[]): number {
  const all = [...a.map((ms) => ({ ms, isA: true })), ...b.map((ms) => ({ ms, isA: false }))].sort(
    (x, y) => x.ms - y.ms,
  );
  let rank = 0;
  const sum = all.reduce((total, { isA }) => {
    rank++;
    return total + (isA ? rank : 0);
  }, 0);
  return (sum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}
