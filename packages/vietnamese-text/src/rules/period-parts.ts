import { sayYear } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { edge } from "../rule";

export const monthNumber = "0?[1-9]|1[0-2]";

export const month = `(?<month>${monthNumber})`;

export const year = "(?<year>[12]\\d{3})";

export const periodEnd = `${edge}(?![/-]?\\d|/)`;

export const ofYearWords = (year: string, options: ReadingOptions) => year && ` năm ${sayYear(year, options)}`;
