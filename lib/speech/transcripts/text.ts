/** A part of a transcript that subtitles never divide: a word, or a number with its unit. Times are seconds. */
export type TimedText = { text: string; start: number; end: number; channel?: number; speaker?: string };

/** What is shown at once: one or two lines. */
export type Cue = { start: number; end: number; lines: readonly string[]; channel?: number; speaker?: string };

const maxLine = 42;
const maxLines = 2;
const minSeconds = 1;
const maxSeconds = 7;

/** A silence after which another cue begins, also inside a sentence. */
const longPause = 2;

/**
 * Subtitles by sentence: at most two lines of 42 characters, for one to seven seconds, where possible. A longer sentence
 * is divided at commas and pauses first. A part that is longer than a line has a line of its own, and one that is said for
 * longer than seven seconds is shown for seven. Each channel has its own cues.
 */
export function toCues(parts: readonly TimedText[]): Cue[] {
  const channels = new Set(parts.map(({ channel }) => channel));
  return [...channels]
    .flatMap((channel) => cuesOfChannel(parts.filter((part) => part.channel === channel)))
    .sort((one, other) => one.start - other.start);
}

function cuesOfChannel(parts: readonly TimedText[]): Cue[] {
  const groups: TimedText[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const isNew =
      !before || endsSentence(before) || part.speaker !== before.speaker || part.start - before.end > longPause;
    if (isNew) groups.push([part]);
    else group?.push(part);
  }
  const divided = joinShort(groups.flatMap(divide));
  return divided.map((group, index) => {
    const { start, channel, speaker } = group[0] as TimedText;
    const next = divided[index + 1]?.[0]?.start ?? Number.POSITIVE_INFINITY;
    const said = Math.min((group.at(-1) as TimedText).end, start + maxSeconds);
    const end = Math.max(said, Math.min(start + minSeconds, next));
    return {
      start,
      end,
      lines: intoLines(group),
      ...(channel !== undefined && { channel }),
      ...(speaker !== undefined && { speaker }),
    };
  });
}

const endsSentence = ({ text }: TimedText) => /[.?!…]["”’)\]]*$/.test(text);

const textOf = (parts: readonly TimedText[]) => parts.map(({ text }) => text).join(" ");

const secondsOf = (parts: readonly TimedText[]) => (parts.at(-1)?.end ?? 0) - (parts[0]?.start ?? 0);

/** Divides a sentence into as few cues as it needs, at its commas and pauses rather than elsewhere. */
function divide(sentence: readonly TimedText[]): TimedText[][] {
  type Way = { cost: number; from: number };
  const ways: Way[] = [{ cost: 0, from: 0 }];
  for (let to = 1; to <= sentence.length; to++) {
    let best: Way | undefined;
    for (let from = to - 1; from >= 0; from--) {
      const group = sentence.slice(from, to);
      if (group.length > 1 && !fits(group)) break;
      const cost = (ways[from] as Way).cost + 10 + costOfBreak(sentence, to) + costOfLength(group);
      if (!best || cost < best.cost) best = { cost, from };
    }
    ways.push(best as Way);
  }
  const groups: TimedText[][] = [];
  for (let to = sentence.length; to > 0; to = (ways[to] as Way).from)
    groups.unshift(sentence.slice((ways[to] as Way).from, to));
  return groups;
}

const fits = (group: readonly TimedText[]): boolean =>
  secondsOf(group) <= maxSeconds &&
  intoLines(group).every((line, _, lines) => lines.length <= maxLines && line.length <= maxLine);

/** How much a reader is disturbed by a break before the part at `index`. */
function costOfBreak(sentence: readonly TimedText[], index: number): number {
  const [before, after] = [sentence[index - 1], sentence[index]];
  if (!before || !after) return 0;
  if (/[,;:]$/.test(before.text)) return 0;
  return after.start - before.end >= 0.3 ? 2 : 6;
}

/** A cue of one short word is read badly. */
const costOfLength = (group: readonly TimedText[]): number => (textOf(group).length < 15 ? 4 : 0);

/** Joins what would be shown for less than a second with a neighbour, if both fit together. */
function joinShort(groups: readonly TimedText[][]): TimedText[][] {
  const joined: TimedText[][] = [];
  for (const [index, group] of groups.entries()) {
    const last = joined.at(-1);
    const until = groups[index + 1]?.[0]?.start ?? Number.POSITIVE_INFINITY;
    const isShort = until - (group[0] as TimedText).start < minSeconds;
    const isAfterShort = last && (group[0] as TimedText).start - (last[0] as TimedText).start < minSeconds;
    if (last && (isShort || isAfterShort) && isOneTurn(last, group) && fits([...last, ...group])) last.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

const isOneTurn = (one: readonly TimedText[], other: readonly TimedText[]) =>
  one[0]?.speaker === other[0]?.speaker && (other[0]?.start ?? 0) - (one.at(-1)?.end ?? 0) <= longPause;

/** One line if it fits, else two of about the same length, rather divided behind a comma; more only of long words. */
function intoLines(group: readonly TimedText[]): string[] {
  const whole = textOf(group);
  if (whole.length <= maxLine || group.length === 1) return [whole];
  const breaks = group.slice(1).map((_, index) => {
    const lines = [textOf(group.slice(0, index + 1)), textOf(group.slice(index + 1))] as const;
    const longest = Math.max(lines[0].length, lines[1].length);
    return { lines, cost: longest + (longest > maxLine ? 1000 : 0) - (/[,;:]$/.test(lines[0]) ? 8 : 0) };
  });
  const best = breaks.reduce((one, other) => (other.cost < one.cost ? other : one));
  return [...best.lines];
}

/** Rounded to milliseconds first, so that 59.9996 s does not become second 60. */
function timestamp(seconds: number, mark: "," | "."): string {
  const ms = Math.round(Math.max(0, seconds) * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, "0");
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}${mark}${pad(ms % 1000, 3)}`;
}

/** An empty line or an arrow in the text would be parsed as the syntax of subtitles. */
function writeCue({ start, end, lines }: Cue, mark: "," | "."): string {
  const text = lines.map((line) => line.replace(/\s+/g, " ").replaceAll("-->", "→").trim()).join("\n");
  return `${timestamp(start, mark)} --> ${timestamp(end, mark)}\n${text}\n`;
}

/** SubRip, with the speaker before a cue if there are several. Empty without speech. */
export function toSrt(cues: readonly Cue[]): string {
  const hasSeveral = new Set(cues.map(({ speaker }) => speaker)).size > 1;
  const written = cues.map((cue, index) => {
    const [first = "", ...rest] = cue.lines;
    const named = hasSeveral && cue.speaker !== undefined ? `${cue.speaker}: ${first}` : first;
    return `${index + 1}\n${writeCue({ ...cue, lines: [named, ...rest] }, ",")}`;
  });
  return written.join("\n");
}

/** WebVTT (https://www.w3.org/TR/webvtt1/), with its marks escaped, and each speaker or channel as a voice. */
export function toVtt(cues: readonly Cue[]): string {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const written = cues.map((cue) => {
    // A speaker can have a name that a member typed.
    const voice = cue.speaker === undefined ? cue.channel : escaped(cue.speaker).replaceAll(">", "&gt;");
    const [first = "", ...rest] = cue.lines.map(escaped);
    return writeCue({ ...cue, lines: [voice === undefined ? first : `<v ${voice}>${first}`, ...rest] }, ".");
  });
  return ["WEBVTT\n", ...written].join("\n");
}
