/** A stretch of speech with its beginning in seconds; without one where the times are not known. */
export type Cue = { start?: number; text: string };

const timing = /^(?:(\d+):)?(\d+):(\d+)[.,](\d+) --> /;

const plain = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The cues of a WebVTT file, as our API writes them. */
export function readCues(vtt: string): Cue[] {
  return vtt.split(/\n\n+/).flatMap((block) => {
    const lines = block.trim().split("\n");
    const at = lines.findIndex((line) => timing.test(line));
    const [, hours = "0", minutes, seconds, fraction] = timing.exec(lines[at] ?? "") ?? [];
    if (minutes === undefined) return [];
    const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
    return { start, text: plain(lines.slice(at + 1).join(" ")) };
  });
}

/** A subtitle file with other words at the same times. An empty line or an arrow would be read as syntax. */
export function withTexts(file: string, texts: readonly string[], format: "srt" | "vtt"): string {
  const tidy = texts.map((text) => text.replace(/\s+/g, " ").replaceAll("-->", "→").trim());
  const written = format === "vtt" ? tidy.map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")) : tidy;
  let index = 0;
  return file.replace(
    /^((?:\d+:)?\d+:\d+[.,]\d+ --> .*\n)(?:.+\n?)*/gm,
    (_, head) => `${head}${written[index++] ?? ""}\n`,
  );
}
