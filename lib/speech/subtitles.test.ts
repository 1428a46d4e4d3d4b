import { expect, test } from "vitest";
import { toSrt, toVtt } from "./answer";

const lines = [
  { start: 0, end: 1.5, text: "Xin chào Việt Nam" },
  { start: 3599.9996, end: 3661.25, text: "Tom & <b>Jerry</b>\n\n2\n00:00 --> 00:01" },
];

test("SRT numbers its lines and writes times with a comma", () => {
  expect(toSrt(lines)).toBe(
    "1\n00:00:00,000 --> 00:00:01,500\nXin chào Việt Nam\n\n" +
      "2\n01:00:00,000 --> 01:01:01,250\nTom & <b>Jerry</b> 2 00:00 → 00:01\n",
  );
});

test("VTT has its header, and text that looks like markup is escaped", () => {
  expect(toVtt(lines)).toBe(
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nXin chào Việt Nam\n\n" +
      "01:00:00.000 --> 01:01:01.250\nTom &amp; &lt;b>Jerry&lt;/b> 2 00:00 → 00:01\n",
  );
});

test("without speech there are no lines", () => {
  expect(toSrt([])).toBe("");
  expect(toVtt([])).toBe("WEBVTT\n");
});
