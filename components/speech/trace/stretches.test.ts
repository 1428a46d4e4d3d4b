import { expect, test } from "vitest";
import type { TraceStep } from "@/lib/speech/trace/steps";
import { cutAtPauses, durationOf, startOf } from "./stretches";

const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const endpoint = { endpointId: "whk", deliveryId: "dlv", host: "example.com", name: null, path: "/" };
const attempt = (ms: number, durationMs: number): TraceStep => ({
  kind: "attempt",
  at: at(ms),
  number: 1,
  statusCode: 200,
  error: null,
  durationMs,
  ...endpoint,
});

test("a trace is cut where nothing happens for long, and each stretch has the scale of its own steps", () => {
  const received: TraceStep = {
    kind: "received",
    at: at(0),
    call: "POST /tts",
    api: null,
    characters: 1,
    languageCode: null,
  };
  const named = { modelName: "m", engine: null, voiceName: null, rulesVersion: null };
  const engine: TraceStep = { kind: "engine", at: at(90), processingTimeMs: 90, ...named };
  const recorded: TraceStep = { kind: "recorded", at: at(1500) };
  const steps = [received, engine, recorded, attempt(1600, 400), attempt(61_600, 50), attempt(361_650, 5000)];
  const stretches = cutAtPauses(steps);
  expect(stretches.map(({ steps }) => steps.length)).toEqual([3 + 1, 1, 1]);
  expect(stretches.map(({ start, end }) => [+start - +at(0), +end - +at(0)])).toEqual([
    [0, 2000],
    [61_600, 61_650],
    [361_650, 366_650],
  ]);
  expect([+startOf(engine) - +at(0), durationOf(engine)]).toEqual([0, 90]);
  expect(cutAtPauses([])).toEqual([]);
});
