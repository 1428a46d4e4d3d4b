import { expect, test } from "vitest";
import { readVoiceMemory, sortVoices } from "./voice-memory";

const voices = ["linh", "mai", "khang", "ngoc"].map((voiceId) => ({ voiceId }));
const idsOf = (cookie: string | undefined) => sortVoices(voices, readVoiceMemory(cookie)).map(({ voiceId }) => voiceId);

test("favorites come first, then the voices used last, then the rest in their own order", () => {
  expect(idsOf("ngoc~khang!mai")).toEqual(["ngoc", "khang", "mai", "linh"]);
  expect(idsOf(undefined)).toEqual(["linh", "mai", "khang", "ngoc"]);
});

test.each(["", "~", "%00~<script>", "removed-voice!!~ngoc", "~".repeat(9)])("a cookie %j breaks nothing", (cookie) => {
  expect(idsOf(cookie)).toHaveLength(4);
});
