import type { RecognizedContent } from "./content";

type Line = RecognizedContent["segments"][number];

/** Rounded to milliseconds first, so that 59.9996 s does not become second 60. */
function timestamp(seconds: number, mark: "," | "."): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}${mark}${pad(ms % 1000, 3)}`;
}

/** An empty line or an arrow in the text would be parsed as subtitle syntax. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").replaceAll("-->", "→").trim();

const cue = ({ start, end, text }: Line, mark: "," | ".") =>
  `${timestamp(start, mark)} --> ${timestamp(end, mark)}\n${oneLine(text)}\n`;

/** SubRip. Empty without speech. */
export const toSrt = (lines: readonly Line[]): string =>
  lines.map((line, index) => `${index + 1}\n${cue(line, ",")}`).join("\n");

/** WebVTT (https://www.w3.org/TR/webvtt1/), with `&` and `<` escaped, and each channel as a voice. */
export const toVtt = (lines: readonly Line[]): string =>
  ["WEBVTT\n", ...lines.map((line) => cue({ ...line, text: markUp(line) }, "."))].join("\n");

const markUp = ({ text, channel }: Line) => `${channel ? `<v ${channel}>` : ""}${escapeMarkup(text)}`;

const escapeMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The transcript in each format besides JSON. */
export const transcriptTexts = {
  srt: ({ segments }: RecognizedContent) => toSrt(segments),
  vtt: ({ segments }: RecognizedContent) => toVtt(segments),
  text: ({ transcript }: RecognizedContent) => transcript,
};
