import { ascii, bigEndian, joinBytes } from "./bytes";

/** The metadata in every file that marks it as AI-generated. */
export const provenance = {
  encoder: "Vang",
  comment: "AI-generated speech",
  /** For formats with custom fields. */
  field: { name: "AI_GENERATED", value: "true" },
} as const;

/** The frames of the provenance, in Latin-1, which every player supports. */
const marks = [
  id3Frame("TSSE", provenance.encoder),
  id3Frame("TXXX", `${provenance.field.name}\0${provenance.field.value}`),
  id3Frame("COMM", `eng\0${provenance.comment}`),
];

/** The ID3v2.3 tag of a file without chapters. */
export const id3Tag = writeTag(marks);

/** A part of an MP3 file, in milliseconds from its start. */
export type MarkedChapter = { title: string; startMs: number; endMs: number };

/** The same tag with at most 255 chapters, of which every title is in UTF-16 (ID3v2 Chapter Frame Addendum 1.0). */
export function chapterTag(chapters: readonly MarkedChapter[]): Uint8Array<ArrayBuffer> {
  const ids = chapters.map((_, index) => ascii(`chapter${index + 1}\0`));
  const isTopLevelAndOrdered = 0b11;
  const contents = [ascii("contents\0"), Uint8Array.of(isTopLevelAndOrdered, chapters.length), ...ids];
  // Places in the file, which are not used beside times.
  const noOffset = 0xffff_ffff;
  const framesOf = ({ title, startMs, endMs }: MarkedChapter, index: number) =>
    frame("CHAP", [
      ids[index] ?? new Uint8Array(0),
      bigEndian(startMs, endMs, noOffset, noOffset),
      frame("TIT2", [Uint8Array.of(1, 0xff, 0xfe), Buffer.from(title, "utf16le")]),
    ]);
  return writeTag([...marks, frame("CTOC", contents), ...chapters.map(framesOf)]);
}

function id3Frame(id: string, text: string): Uint8Array {
  return frame(id, [ascii(`\0${text}`)]);
}

function frame(id: string, body: readonly Uint8Array[]): Uint8Array {
  const content = joinBytes(body);
  return joinBytes([ascii(id), bigEndian(content.length), ascii("\0\0"), content]);
}

function writeTag(frames: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = joinBytes(frames);
  const sevenBitLength = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return joinBytes([ascii("ID3\x03\0\0"), Uint8Array.from(sevenBitLength), body]);
}
