// @module-tag promise
import { expect, test } from "vitest";
import { joinSamples } from "@/lib/engines/audio/bytes";
import { Leveler, level } from "./level";

const sampleRate = 1000;
const usual = { volume: 100, gainDb: 0 };

const sound = (length: number, amplitude = 13_107) => Array.from({ length }, () => amplitude);

const silence = (length: number) => sound(length, 0);

test.each([
  ["much", 400, 900],
  ["no", 0, 0],
  ["little", 12, 7],
])("with %s silence from the engine, speech begins after 30 ms and ends 150 ms before the end", (_, before, after) => {
  const samples = level(Int16Array.from([...silence(before), ...sound(100), ...silence(after)]), sampleRate, usual);
  expect(samples.length).toBe(30 + 100 + 150);
  expect(samples.findIndex((sample) => sample !== 0)).toBe(30);
  for (const sample of samples.subarray(30, 120)) expect(sample).toBeCloseTo(0.4, 4);
  expect(samples.subarray(130).every((sample) => sample === 0)).toBe(true);
});

test("a sound that the engine cuts off fades out", () => {
  const samples = level(Int16Array.from(sound(100)), sampleRate, usual);
  expect([...samples.subarray(124, 131)].map((sample) => Number(sample.toFixed(2)))).toEqual([
    0.4, 0.32, 0.24, 0.16, 0.08, 0, 0,
  ]);
});

test("a faint sound at the end is kept", () => {
  const samples = level(Int16Array.from([...sound(100), ...sound(40, 50)]), sampleRate, usual);
  expect(samples[150]).toBeCloseTo(50 / 32_768, 6);
});

test("quiet speech is kept, and silence stays silence of the same length", () => {
  expect(level(Int16Array.from(sound(100, 164)), sampleRate, { ...usual, volume: 1 }).length).toBe(280);
  expect(level(Int16Array.from(silence(100)), sampleRate, { ...usual, volume: 0 }).every((it) => it === 0)).toBe(true);
});

test("a gain changes the level by so many decibels", () => {
  const samples = level(Int16Array.from(sound(100)), sampleRate, { ...usual, gainDb: -6 });
  expect(samples[50]).toBeCloseTo(0.4 * 10 ** (-6 / 20), 4);
});

test("a peak stays below -3.5 dB of full scale, and the order of loudness is kept", () => {
  const peaks = [16_000, -20_000, 26_000, -32_768];
  const samples = level(Int16Array.from([...peaks, ...silence(150)]), sampleRate, usual);
  const recognized = [...samples.subarray(30, 34)].map(Math.abs);
  expect(recognized[0]).toBeCloseTo(16_000 / 32_768, 6);
  expect(recognized).toEqual([...recognized].sort((one, other) => one - other));
  expect(recognized[3]).toBeLessThan(10 ** (-3.5 / 20));
});

test("sound that comes in parts of any length is leveled as the whole", () => {
  const whole = Int16Array.from([...silence(70), ...sound(90), ...silence(400), ...sound(33, 20_000), ...silence(210)]);
  for (const length of [1, 3, 7, 100, 1000]) {
    const leveler = new Leveler(sampleRate, usual);
    const parts = [];
    for (let at = 0; at < whole.length; at += length) parts.push(leveler.push(whole.subarray(at, at + length)));
    expect(joinSamples([...parts, leveler.end()])).toEqual(level(whole, sampleRate, usual));
  }
});
