import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { resample } from "./resample";

/** The largest difference between two signals, ignoring their edges. */
function differ(one: Float32Array, other: Float32Array): number {
  let most = 0;
  for (let at = 100; at < one.length - 100; at++) most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
  return most;
}

test.each([
  [22_050, 24_000],
  [22_050, 48_000],
  [16_000, 24_000],
  [48_000, 24_000],
  [44_100, 24_000],
])("a tone at %i Hz is the same tone at %i Hz, without a shift", (from, to) => {
  for (const frequency of [100, 1000, 6000]) {
    const { samples, sampleRate } = resample({ samples: makeTone(frequency, from, 0.25), sampleRate: from }, to);
    expect(sampleRate).toBe(to);
    expect(samples.length).toBe(Math.round(to * (Math.round(from * 0.25) / from)));
    expect(differ(samples, makeTone(frequency, to, 0.25))).toBeLessThan(0.002);
  }
});

test("frequencies above the new limit are removed, not aliased", () => {
  const { samples } = resample({ samples: makeTone(15_000, 48_000, 0.25), sampleRate: 48_000 }, 24_000);
  expect(differ(samples, new Float32Array(samples.length))).toBeLessThan(0.002);
});

test("audio that already has the rate is unchanged", () => {
  const audio = { samples: makeTone(440, 24_000, 0.1), sampleRate: 24_000 };
  expect(resample(audio, 24_000).samples).toBe(audio.samples);
});
