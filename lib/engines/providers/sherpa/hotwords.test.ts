import { expect, test, vi } from "vitest";
import type { InstalledModel } from "@/lib/engines/models/installed";
import { openSherpa } from "./provider";
import { loadTask } from "./task";

/** A recognizer as `npm run models` installs it, with this configuration. */
const modelWith = (config: Record<string, unknown>, writesCapitals = false) =>
  ({
    home: "/models/own",
    model: {
      id: "own",
      name: "Own",
      kind: "stt",
      languageCodes: ["vi"],
      files: [],
      voices: [],
      config,
      writesCapitals,
    },
  }) as unknown as InstalledModel;

const transducer = { transducer: { encoder: "encoder.onnx" }, tokens: "tokens.txt" };
const listening = { ...transducer, modelingUnit: "bpe", bpeVocab: "bpe.vocab" };

/** What the engine process is asked for a second of silence, and what the recognizer returns. */
async function transcribe(installed: InstalledModel, keyterms?: string[]) {
  const run = vi.fn(async (_task: object) => ({ text: "", tokens: [], timestamps: [] }));
  const provider = openSherpa(installed, { run, close: () => undefined } as never);
  const audio = { samples: new Float32Array(16_000), sampleRate: 16_000 };
  const transcription = await provider.transcribe?.(
    { audio, modelId: "own", config: {}, ...(keyterms && { keyterms }) },
    AbortSignal.timeout(10_000),
  );
  return { task: run.mock.calls[0]?.[0], transcription };
}

test("a transducer with its vocabulary is searched by beam and gets each call's terms, as its tokens are written", async () => {
  expect(loadTask(modelWith(listening)).config).toMatchObject({ decodingMethod: "modified_beam_search" });
  const { task, transcription } = await transcribe(modelWith(listening, true), ["SePay", "a/b:2"]);
  expect(task).toMatchObject({ hotwords: "SEPAY/A B 2" });
  expect(transcription?.isBiased).toBe(true);
  const without = await transcribe(modelWith(listening));
  expect([without.task, without.transcription]).not.toContainEqual(expect.objectContaining({ hotwords: "" }));
  expect(without.transcription?.isBiased).toBeUndefined();
});

test("a recognizer without a vocabulary, or of another kind, is searched as before and gets no terms", async () => {
  for (const config of [transducer, { whisper: { encoder: "encoder.onnx" }, bpeVocab: "bpe.vocab" }]) {
    expect(loadTask(modelWith(config)).config).toMatchObject({ decodingMethod: "greedy_search" });
    const { task, transcription } = await transcribe(modelWith(config), ["SePay"]);
    expect(task).not.toHaveProperty("hotwords");
    expect(transcription?.isBiased).toBeUndefined();
  }
});
