import { expect, test } from "vitest";
import { replaceWord } from "./reading-preview";
import { madeOf, type Run } from "./use-runs";

test("other words take the place of the occurrence that was chosen, also where the text has markup before it", () => {
  const text = "UBND P.5 và UBND P.6";
  expect(replaceWord(text, 12, "UBND", "ủy ban")).toBe("UBND P.5 và ủy ban P.6");
  expect(replaceWord(`<p>${text}</p>`, 0, "UBND", "ủy ban")).toBe("<p>ủy ban P.5 và UBND P.6</p>");
  expect(replaceWord(text, 0, "không có", "x")).toBe(text);
  expect(replaceWord(text, 0, "UBND", "")).toBe(text);
});

test("how much of a run is made counts its words, of which an engine may name several at a time", () => {
  const request = { text: "a", voiceId: "v", modelId: "m", audioFormat: "mp3" } as const;
  const take = { id: "1", request, priceId: "p", base: "", words: 10 };
  const at = (word: string) => ({ word, start: 0, end: 1 });
  const run = (takes: Run["takes"]): Run => ({ id: "r", kind: "parts", startedAt: 0, takes, mostMilli: "0" });
  expect(madeOf(run([take]))).toBe(0);
  expect(madeOf(run([{ ...take, times: [at("một hai ba"), at("bốn")] }, take]))).toBe(0.2);
  expect(madeOf(run([{ ...take, times: Array.from({ length: 30 }, () => at("a")) }]))).toBe(1);
});
