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
