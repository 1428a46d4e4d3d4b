import { expect, test, vi } from "vitest";
import type { InstalledModel } from "@/lib/engines/models/installed";
import { encodeHotwords, readTokens } from "./hotwords";
import { openSherpa } from "./provider";
import { loadTask } from "./task";

/** A recognizer as `npm run models` installs it, with this configuration. */
const modelWith = (config: Record<string, unknown>) =>
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
      writesCapitals: true,
    },
  }) as unknown as InstalledModel;

/** What the engine process is asked for a second of silence with a term, and what the recognizer then returns. */
async function transcribe(installed: InstalledModel) {
  const run = vi.fn(async (_task: object) => ({ text: "", tokens: [], timestamps: [], isBiased: true }));
  const provider = openSherpa(installed, { run, close: () => undefined } as never);
  const audio = { samples: new Float32Array(16_000), sampleRate: 16_000 };
  const request = { audio, modelId: "own", config: {}, keyterms: ["SePay"] };
  const transcription = await provider.transcribe?.(request, AbortSignal.timeout(10_000));
  return { task: run.mock.calls[0]?.[0], transcription };
}

test("a transducer is searched by beam and gets each call's terms, as it writes words", async () => {
  const installed = modelWith({ transducer: { encoder: "encoder.onnx" }, tokens: "tokens.txt" });
  expect(loadTask(installed).config).toMatchObject({ decodingMethod: "modified_beam_search" });
  const { task, transcription } = await transcribe(installed);
  expect(task).toMatchObject({ terms: ["SEPAY"] });
  expect(transcription?.isBiased).toBe(true);
});

test("a recognizer of another kind is searched greedily and gets no terms", async () => {
  const installed = modelWith({ whisper: { encoder: "encoder.onnx" }, tokens: "tokens.txt" });
  expect(loadTask(installed).config).toMatchObject({ decodingMethod: "greedy_search" });
  expect((await transcribe(installed)).task).not.toHaveProperty("terms");
});

test("terms are cut into the longest tokens of the model, and one that it cannot write is left out", () => {
  const tokens = readTokens("<blk> 0\n▁XIN 1\n▁CHÀO 2\n▁ 3\n▁S 4\nE 5\nP 6\nPAY 7\n");
  expect(encodeHotwords(["XIN CHÀO", "SEPAY", "XIN/CHÀO:2", "ZALO", ":"], tokens)).toBe("▁XIN ▁CHÀO/▁S E PAY");
  expect(encodeHotwords(["ZALO"], tokens)).toBe("");
});
