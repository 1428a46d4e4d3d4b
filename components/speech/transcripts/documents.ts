import {
  type Line,
  type Paragraph,
  partsOf,
  textOfParagraphs,
  wordsOfParagraph,
} from "@/lib/speech/transcripts/edits/text";
import { toCues, toSrt, toVtt } from "@/lib/speech/transcripts/text";

// What a transcript is downloaded as, made in the browser of what is shown.

export type DocumentFormat = "txt" | "srt" | "vtt" | "docx";

export const documentFormats: readonly DocumentFormat[] = ["txt", "srt", "vtt", "docx"];

export type ShownTranscript = {
  paragraphs: readonly Paragraph[];
  lines: readonly Line[];
  nameOf: (voice: string) => string;
};

const types: Record<DocumentFormat, string> = {
  txt: "text/plain",
  srt: "application/x-subrip",
  vtt: "text/vtt",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

export async function makeDocument(shown: ShownTranscript, format: DocumentFormat): Promise<Blob> {
  const cues = () => toCues(partsOf(shown.lines, shown.nameOf));
  const made = {
    txt: () => textOfParagraphs(shown.paragraphs, shown.nameOf),
    srt: () => toSrt(cues()),
    vtt: () => toVtt(cues()),
    docx: () => toDocx(shown),
  };
  return new Blob([await made[format]()], { type: types[format] });
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = "http://schemas.openxmlformats.org";

/** Office Open XML (ECMA-376) with a paragraph for each of the transcript; the smallest package that word processors open. */
async function toDocx({ paragraphs, nameOf }: ShownTranscript): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import("fflate");
  const body = paragraphs.map((paragraph) => {
    const { voice } = paragraph;
    const name = voice === null ? "" : `<w:r><w:rPr><w:b/></w:rPr>${textRun(`${nameOf(voice)}: `)}</w:r>`;
    return `<w:p><w:pPr><w:spacing w:after="160"/></w:pPr>${name}<w:r>${textRun(wordsOfParagraph(paragraph))}</w:r></w:p>`;
  });
  const files = {
    "[Content_Types].xml": `${xmlHead}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types.docx}.main+xml"/></Types>`,
    "_rels/.rels": `${xmlHead}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `${xmlHead}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body.join("")}</w:body></w:document>`,
  };
  const packed = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(packed)) as Uint8Array<ArrayBuffer>;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** XML cannot have control characters. */
const textRun = (text: string): string =>
  `<w:t xml:space="preserve">${text.replace(/\p{Cc}/gu, " ").replace(/[&<>]/g, (mark) => escapes[mark] ?? "")}</w:t>`;
