import { afterEach, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import type { SpeechProvider } from "./provider";
import { watchEngines } from "./report";

afterEach(() => vi.restoreAllMocks());

test("an engine's failure and its recovery are each logged once", async () => {
  const [error, info] = [vi.spyOn(log, "error").mockReturnValue(), vi.spyOn(log, "info").mockReturnValue()];
  let isWell = true;
  const engine: SpeechProvider = {
    name: "remote",
    voices: [],
    models: [],
    concurrency: 1,
    close: async () => undefined,
    health: async () => (isWell ? { ok: true } : Promise.reject(new Error("connect ECONNREFUSED"))),
  };
  await watchEngines([engine]);
  expect(error).not.toHaveBeenCalled();
  isWell = false;
  await watchEngines([engine]);
  await watchEngines([engine]);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { engine: "remote", detail: "connect ECONNREFUSED" },
    expect.any(String),
  );
  isWell = true;
  await watchEngines([engine]);
  expect(info).toHaveBeenCalledOnce();
});
