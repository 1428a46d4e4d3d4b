// @module-tag promise
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { clock, days, minutes } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newObjectName } from "@/lib/platform/objects/store";
import { listTraversals } from "@/testing/corpora/traversals";
import { type AudioLink, signAudioLink, verifyAudioLink } from "./signed-urls";

afterEach(clock.reset);

const read = (link: string) => Object.fromEntries(new URL(link).searchParams) as Required<AudioLink>;
const invalid = new AppError("AUDIO_LINK_INVALID");

test("a signed link returns its object", () => {
  const object = newObjectName("mp3");
  const link = signAudioLink(object, new Date(clock.now().getTime() + days(30)));
  expect(link).toMatch(`${env.url}/tts/audio?`);
  expect(verifyAudioLink(read(link))).toBe(object);
});

test("a link is valid up to its last millisecond and expired at exactly its end", () => {
  const end = new Date(Math.ceil(clock.now().getTime() / 1000 + 60) * 1000);
  const link = read(signAudioLink(newObjectName("wav"), end));

  clock.advance(end.getTime() - clock.now().getTime() - 20);
  expect(verifyAudioLink(link)).toBe(link.object);
  clock.advance(20);
  expect(() => verifyAudioLink(link)).toThrow(new AppError("AUDIO_LINK_EXPIRED"));
});

test("a link with a changed object, expiry or signature is invalid", () => {
  const link = read(signAudioLink(newObjectName("opus"), new Date(clock.now().getTime() + minutes(5))));
  const later = String(Number(link.expires) + 1);
  const changes: AudioLink[] = [
    { object: newObjectName("opus") },
    { object: link.object.replace(".opus", ".mp3") },
    { expires: later },
    { expires: ` ${link.expires}` },
    { expires: `${link.expires}.0` },
    { signature: "" },
    { signature: `${link.signature}A` },
    { signature: link.signature.slice(0, -1) },
    { signature: undefined },
    { object: undefined },
    { expires: undefined },
  ];
  for (const change of changes) expect(() => verifyAudioLink({ ...link, ...change })).toThrow(invalid);
  for (let at = 0; at < link.signature.length - 1; at++) {
    const flipped = link.signature[at] === "A" ? "B" : "A";
    const signature = link.signature.slice(0, at) + flipped + link.signature.slice(at + 1);
    expect(() => verifyAudioLink({ ...link, signature })).toThrow(invalid);
  }
});

test("one link's signature is invalid for another object", () => {
  const end = new Date(clock.now().getTime() + minutes(5));
  const [one, other] = [read(signAudioLink(newObjectName("mp3"), end)), read(signAudioLink(newObjectName("mp3"), end))];
  expect(() => verifyAudioLink({ ...one, signature: other.signature })).toThrow(invalid);
});

test("a path is rejected as an object, even with a correct signature", () => {
  const end = new Date(clock.now().getTime() + minutes(5));
  const paths = listTraversals("secrets.json", newObjectName("mp3"));
  expect(paths.length).toBeGreaterThan(500);
  for (const path of paths) {
    expect(() => verifyAudioLink(read(signAudioLink(path, end)))).toThrow(invalid);
  }
});

test("no invented link is valid", () => {
  fc.assert(
    fc.property(fc.record({ object: fc.string(), expires: fc.string(), signature: fc.string() }), (link) => {
      expect(() => verifyAudioLink(link)).toThrow(invalid);
    }),
  );
});
