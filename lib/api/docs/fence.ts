/** A block of code; several in a row with titles are shown as tabs. */
export const fence = (language: string, title: string, code: string): string =>
  `\`\`\`${language} ${title}\n${code.trimEnd()}\n\`\`\``;
