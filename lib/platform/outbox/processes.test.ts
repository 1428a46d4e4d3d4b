// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { buildChild } from "@/scripts/bundle.mjs";
import { postKind } from "@/testing/harness/outbox-kind";
import { enqueueAll } from "./enqueue";

const program = ".build/outbox-child.mjs";
const kind = postKind("");
const children: ChildProcess[] = [];
type Delivery = { id: string; number: number; target: string };
let deliveries: Delivery[];
let inFlight: Map<string, number>;
let mostInFlight: Map<string, number>;
let answer: (delivery: Delivery, response: ServerResponse) => void;

const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const delivery: Delivery = JSON.parse(body);
  const { target } = delivery;
  deliveries.push(delivery);
  inFlight.set(target, (inFlight.get(target) ?? 0) + 1);
  mostInFlight.set(target, Math.max(mostInFlight.get(target) ?? 0, inFlight.get(target) ?? 0));
  response.on("close", () => inFlight.set(target, (inFlight.get(target) ?? 0) - 1));
  answer(delivery, response);
});

const afterMs = (ms: number) => (_: Delivery, response: ServerResponse) => void setTimeout(() => response.end(), ms);

beforeAll(async () => {
  await buildChild("outbox-child");
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  return () => void receiver.close().closeAllConnections();
});
beforeEach(() => {
  deliveries = [];
  inFlight = new Map();
  mostInFlight = new Map();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
  await db.outboxMessage.deleteMany();
});

function startWorkerProcess(): ChildProcess {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [program, url], { stdio: "inherit" });
  children.push(child);
  return child;
}

const write = (target: string, count: number) =>
  enqueueAll(
    db,
    kind,
    Array.from({ length: count }, (_, index) => ({ target, payload: { target, text: String(index) } })),
  );

const waiting = () => db.outboxMessage.count({ where: { state: "waiting" } });

test("three workers deliver every message once, and never more than four at once to one target", async () => {
  answer = afterMs(40);
  for (const target of ["a", "b", "c"]) await write(target, 50);
  for (let started = 0; started < 3; started += 1) startWorkerProcess();
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(150);
  expect(deliveries).toHaveLength(150);
  expect([...mostInFlight.values()]).toEqual([4, 4, 4]);
});

test("what a killed worker was delivering is delivered by another once its lease is over", async () => {
  answer = () => undefined;
  const ids = await write("a", 3);
  const killed = startWorkerProcess();
  await expect.poll(() => deliveries.length, { timeout: 20_000 }).toBe(3);
  answer = afterMs(1);
  killed.kill("SIGKILL");
  startWorkerProcess();
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  const again = deliveries.slice(3);
  expect(again.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(again.map(({ number }) => number)).toEqual([2, 2, 2]);
});

test("a thousand messages to one target delay those to others by no more than one round", async () => {
  answer = afterMs(20);
  await write("busy", 1000);
  startWorkerProcess();
  startWorkerProcess();
  await expect.poll(() => deliveries.length, { timeout: 20_000 }).toBeGreaterThan(0);
  const before = deliveries.length;
  await write("other", 1);
  const isDelivered = () => deliveries.some(({ target }) => target === "other");
  await expect.poll(isDelivered, { timeout: 10_000, interval: 5 }).toBe(true);
  expect(deliveries.length - before).toBeLessThan(300);
});
