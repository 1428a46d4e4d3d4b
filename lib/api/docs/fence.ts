import type { TtsRequest } from "@/lib/speech/schema";

/** A program of the documentation; `highlight` is the language of its block of code. */
export type CodeSample = { language: string; highlight: string; code: string };

/** What a program of the quickstart is written for. */
export type Example = { baseUrl: string; request: TtsRequest };

/** A block of code; several in a row with titles are shown as tabs. */
export const fence = (language: string, title: string, code: string): string =>
  `\`\`\`${language} ${title}\n${code.trimEnd()}\n\`\`\``;
