import { ascii, bigEndian, joinBytes } from "./bytes";

/** The metadata in every file that marks it as AI-generated. */
export const provenance = {
  encoder: "Vang",
  comment: "AI-generated speech",
  /** For formats with custom fields. */
  field: { name: "AI_GENERATED", value: "true" },
} as const;

/** ID3v2.3 with Latin-1 texts, which every player supports. */
export const id3Tag = writeTag([
  id3Frame("TSSE", provenance.encoder),
  id3Frame("TXXX", `${provenance.field.name}\0${provenance.field.value}`),
  id3Frame("COMM", `eng\0${provenance.comment}`),
]);

function id3Frame(id: string, text: string): Uint8Array {
  return joinBytes([ascii(id), bigEndian(text.length + 1), ascii(`\0\0\0${text}`)]);
}

function writeTag(frames: Uint8Array[]): Uint8Array {
  const body = joinBytes(frames);
  const sevenBitLength = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return joinBytes([ascii("ID3\x03\0\0"), Uint8Array.from(sevenBitLength), body]);
}
