/** The text that is read, counted and stored: Unicode NFC, so that two ways to type a letter cost the same, and LF. */
export const normalizeText = (text: string): string => text.normalize("NFC").replaceAll("\r\n", "\n");

/** What a text is charged for: the Unicode code points of its NFC form, spaces and marks included. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of normalizeText(text)) count++;
  return count;
}

/** The text as an engine gets it: without zero-width characters and soft hyphens, which have no sound. */
export const spoken = (text: string): string =>
  text.replace(/\u200B|\u200C|\u200D|\uFEFF|\u00AD/g, "").normalize("NFC");

/** Whether there is nothing to read: only spaces and invisible characters. */
export const isSilent = (text: string): boolean => /^[\s\p{Cf}]*$/u.test(text);

/**
 * Whether it has control characters other than tab and line breaks, which pasted texts have in five forms: at a NUL, engines
 * and databases stop reading.
 */
export const hasForbiddenCharacters = (text: string): boolean => /[^\P{Cc}\t\n\v\f\r\u0085]/u.test(text);

/** For a file: what XML 1.0 has no character for, such as controls and halves of surrogate pairs, becomes U+FFFD. */
export const writable = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");

/** Of each API key in a text its last four characters alone. */
export const shortenSecrets = (text: string): string =>
  text.replace(/vang_(?:live|test)_[0-9A-Za-z]{34}([0-9A-Za-z]{4})/g, "…$1");

/** The name of a client's file in NFC, without invisible characters, and up to 255 characters; null where nothing is left. */
export const cleanFileName = (name: string): string | null =>
  [...name.replace(/[\p{Cc}\p{Cf}]/gu, "").normalize("NFC")].slice(0, 255).join("").trim() || null;
