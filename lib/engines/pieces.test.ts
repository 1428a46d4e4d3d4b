// @module-tag promise
import { verbalize } from "vietnamese-text";
import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { cutAtPauses, speakPieces, withSentenceBreaks } from "./pieces";
import { ProviderError } from "./provider";
import { asAppError } from "./provider-error";

const sampleRate = 1000;

/** A fake engine: a tenth of a second of sound for any words, with silence around it. */
const engine = (leading: number, trailing: number) => async () => {
  const samples = new Float32Array(leading + 100 + trailing).fill(0.4, leading, leading + 100);
  return { samples, sampleRate };
};

const read = (text: string) => verbalize(text, { region: "north" });

async function silences(text: string, speak = engine(30, 150)): Promise<number[]> {
  const { samples } = await speakPieces(cutAtPauses(read(text)), speak);
  const runs: number[] = [];
  let quiet = 0;
  for (const sample of samples) {
    if (sample !== 0 && quiet > 0) runs.push(quiet);
    quiet = sample === 0 ? quiet + 1 : 0;
  }
  return [...runs, quiet];
}

test.each([
  ["Xin chào [pause:1.5] bạn", [30, 1500, 150]],
  ["[pause:2] Xin chào [pause:0.5]", [2000, 500]],
  ["Một [pause:1][pause:2], hai", [30, 3000, 150]],
  ["Một [pause:0.1] hai", [30, 150]],
  ["Một [pause:99] hai [pause:10] ba [pause:30] bốn [pause:3] năm", [30, 10_000, 10_000, 10_000, 150]],
])("%s has these silences", async (text, expected) => {
  expect(await silences(text)).toEqual(expected);
});

test("an engine's own silence counts towards a pause, however long it is", async () => {
  expect(await silences("Một [pause:1] hai", engine(0, 0))).toEqual([1000, 0]);
  expect(await silences("Một [pause:1] hai", engine(300, 400))).toEqual([300, 1000, 400]);
});

test("a text of pauses alone is synthesized once", async () => {
  expect(await silences("[pause:1] [pause:2]")).toEqual([30, 3000]);
});

test("pieces that are too long together are rejected", async () => {
  const speak = async () => ({ samples: makeTone(100, sampleRate, 400), sampleRate });
  const pieces = cutAtPauses(read("Một [pause:1] hai [pause:1] ba"));
  await expect(speakPieces(pieces, speak)).rejects.toMatchObject({
    kind: "rejected",
    details: { param: "text", message: "speech.tooLongAloud" },
  });
});

test("an engine that rejects a later piece rejects the text, and one that rejects the first piece keeps its own reason", async () => {
  let spoken = 0;
  const rejectAt = (most: number) => async () => {
    if (spoken++ === most) throw new ProviderError("rejected", "Too long.");
    return { samples: makeTone(1, sampleRate, 400), sampleRate };
  };
  const pieces = cutAtPauses(read("Một [pause:1] hai [pause:1] ba"));
  const codeOf = async (most: number) => {
    spoken = 0;
    const error = await speakPieces(pieces, rejectAt(most)).catch((reason: unknown) => reason);
    return asAppError(error, new AbortController().signal);
  };
  const words = { message: "speech.rejected", values: { reason: "Too long." } };
  expect(await codeOf(0)).toMatchObject({ code: "PROVIDER_REJECTED", details: { param: "config", ...words } });
  expect(await codeOf(1)).toMatchObject({ code: "PROVIDER_REJECTED", details: { param: "text", ...words } });
});

test("an engine without exact pauses gets the end of a sentence", () => {
  const { spoken, changes, pauses } = withSentenceBreaks(read("Xin chào [pause:1.5] bạn! [pause:2]Giá 5k"));
  expect(spoken).toBe("Xin chào. bạn! Giá năm nghìn");
  expect(pauses).toEqual([]);
  expect(changes.filter(({ pauseSeconds }) => pauseSeconds !== undefined)).toEqual([]);
});

test("words that are to be spoken otherwise are a piece of their own, and nothing is lost or said twice", () => {
  const text = 'Xin <prosody rate="slow">chào</prosody>, <break time="1s"/><emphasis>bạn</emphasis> nhé';
  const { spoken, ...read } = verbalize(`<speak>${text}</speak>`, { region: "north", textType: "ssml" });
  const pieces = cutAtPauses({ spoken, ...read });
  expect(pieces.map(({ words, delivery }) => [words.trim(), delivery?.rate, delivery?.emphasis])).toEqual([
    ["Xin", undefined, undefined],
    ["chào", 0.8, null],
    ["bạn", 1, "moderate"],
    ["nhé", undefined, undefined],
  ]);
  expect(pieces.map(({ pauseSeconds }) => pauseSeconds)).toEqual([0, 1, 0, 0]);
});
