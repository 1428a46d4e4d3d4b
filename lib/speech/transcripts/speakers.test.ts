import { expect, test } from "vitest";
import type { Recognized } from "./format";
import { nameSpeakers } from "./speakers";

const channel = (...said: [start: number, speaker: string | undefined][]): Recognized => ({
  transcript: "",
  segments: said.map(([start, speaker]) => ({ start, end: start + 1, text: "", speaker })),
});

const named = (channels: readonly Recognized[]) =>
  nameSpeakers(channels).map(({ segments }) => segments.map(({ speaker }) => speaker));

test("speakers are A, B, C in the order of first speech over all channels, and never the same in two", () => {
  expect(named([channel([2, "0"], [6, "1"], [8, "0"]), channel([0, "0"], [4, "0"])])).toEqual([
    ["B", "C", "B"],
    ["A", "A"],
  ]);
});

test("a channel whose engine names no speakers stays without", () => {
  expect(named([channel([0, undefined]), channel([1, "x"])])).toEqual([[undefined], ["A"]]);
});

test("after Z come A2 and B2", () => {
  const all = Array.from({ length: 28 }, (_, index): [number, string] => [index, `s${index}`]);
  expect(named([channel(...all)])[0]?.slice(24)).toEqual(["Y", "Z", "A2", "B2"]);
});
