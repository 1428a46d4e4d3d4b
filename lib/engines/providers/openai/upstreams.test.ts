import { expect, test } from "vitest";
import { answering } from "@/testing/corpora/speech-failures";
import { failure, openEngine, say, startMachine, within } from "@/testing/fakes/remote-engine";
import { type Behavior, well } from "@/testing/fakes/speech-server";

test("no upstream gets more calls than its concurrency, and calls beyond all of them are rejected", async () => {
  const slow: Behavior = (seen, response) => void setTimeout(() => void well(seen, response), 30);
  const servers = [await startMachine(slow), await startMachine(slow)];
  const most = [0, 0];
  for (const [index, server] of servers.entries()) {
    server.behave((seen, response) => {
      most[index] = Math.max(most[index] ?? 0, server.inFlight);
      slow(seen, response);
    });
  }
  const provider = openEngine(servers, { upstream: { concurrency: 3 } });
  expect(provider.concurrency).toBe(6);
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 6 }, () => say(provider)));
  expect(most).toEqual([3, 3]);
  const all = Array.from({ length: 7 }, () => failure(say(provider)));
  expect((await Promise.all(all)).filter((error) => error !== null)).toMatchObject([{ kind: "busy" }]);
});

test("an upstream that fails is skipped while another is healthy", async () => {
  const [ill, healthy] = [await startMachine(answering(500, {})), await startMachine()];
  const provider = openEngine([ill, healthy]);
  const failures = await Promise.all(Array.from({ length: 4 }, () => failure(say(provider))));
  for (let call = 0; call < 20; call++) failures.push(await failure(say(provider)));
  expect(failures.slice(4).filter((error) => error !== null).length).toBeLessThanOrEqual(1);
  expect(healthy.seen.length).toBeGreaterThanOrEqual(19);
});

test("an engine is healthy while any of its upstreams is", async () => {
  const [ill, healthy] = [await startMachine(answering(500, {})), await startMachine()];
  expect(await openEngine([ill, healthy]).health(within(1000))).toMatchObject({ ok: true });
  expect(await openEngine([ill]).health(within(1000))).toMatchObject({ ok: false });
});

test("calls are shared by weight", async () => {
  const servers = [await startMachine(), await startMachine()];
  const [heavy, light] = servers.map(({ url }) => ({ baseUrl: url }));
  const provider = openEngine([], { upstreams: [{ ...heavy, weight: 9 }, { ...light }] });
  for (let call = 0; call < 200; call++) await say(provider);
  // Of 200 calls 180 are expected; seven standard deviations are 30.
  expect(servers[0]?.seen.length).toBeGreaterThan(150);
  expect(servers[1]?.seen.length).toBeGreaterThan(0);
});
