// @module-tag promise
import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApiProcesses } from "@/testing/harness/api-processes";
import { trials } from "@/testing/harness/deep";
import { promised } from "@/testing/promises";
import { revokeKey } from "./service";

const count = trials(process.env.VANG_TRIALS, 3, 500);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

let api: Awaited<ReturnType<typeof startApiProcesses>>;
let member: Member;
beforeAll(async () => {
  api = await startApiProcesses(3);
  member = await makeMember();
});
afterAll(async () => {
  agent.destroy();
  await api.stop();
});

/** Events on one monotonic clock. */
type Call = { start: number; status: number };

function call(url: string, secret: string): Promise<Call> {
  const start = performance.now();
  return new Promise((done, failed) => {
    const request = get(`${url}/tts/models`, { agent, headers: { "x-api-key": secret } }, (response) => {
      response.resume().on("end", () => done({ start, status: response.statusCode ?? 0 }));
    });
    request.on("error", failed);
  });
}

/** Closes every connection of the processes to the database: new ones must see the revocation. */
const cutConnections = () => db.$queryRaw`
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'api'`;

/** Sends requests from four clients to each process without a pause, while the key is revoked. */
async function runTrial(whileRevoking: () => Promise<unknown>): Promise<{ history: Call[]; revokedAt: number }> {
  const secret = await makeKey(member);
  const { id } = await db.apiKey.findFirstOrThrow({
    where: { businessId: member.businessId },
    orderBy: { id: "desc" },
  });
  const history: Call[] = [];
  let revokedAt = Number.POSITIVE_INFINITY;
  const lane = async (url: string) => {
    for (let after = 0; after < 8; ) {
      const done = await call(url, secret);
      history.push(done);
      if (done.start > revokedAt) after++;
    }
  };
  const lanes = api.urls.flatMap((url) => Array.from({ length: 4 }, () => lane(url)));
  await expect
    .poll(() => history.filter(({ status }) => status === 200).length, { interval: 1, timeout: 30_000 })
    .toBeGreaterThan(24);
  await Promise.all([revokeKey(member, id), whileRevoking()]);
  revokedAt = performance.now();
  await Promise.all(lanes);
  return { history, revokedAt };
}

test.each([
  ["", async () => undefined],
  [", while their connections to the database are cut", cutConnections],
])(
  "none of three processes accepts a request that starts after a revocation returned%s",
  async (_, whileRevoking) => {
    for (let trial = 0; trial < count; trial++) {
      const { history, revokedAt } = await runTrial(whileRevoking);
      const later = history.filter(({ start }) => start > revokedAt);
      expect(later.length).toBeGreaterThanOrEqual(96);
      expect(later.filter(({ status }) => status === 200)).toHaveLength(promised("K1"));
      expect(history.some(({ status }) => status === 200)).toBe(true);
    }
  },
  30_000 + count * 5000,
);
