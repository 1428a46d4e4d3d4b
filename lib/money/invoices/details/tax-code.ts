/** A company's code, a branch's, or that of a person or household, which is a personal number. */
export type TaxCodeKind = "company" | "branch" | "person";

export type TaxCode = {
  /** In the notation of invoices: 10 digits, `0314409058-002`, or 12 digits. */
  text: string;
  kind: TaxCodeKind;
  /** The check digit does not match. Only a warning, since even official lists contain such codes. */
  isDoubtful: boolean;
};

/** Of the check digit, by Circular 105/2020. */
const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** Reads 10 digits (company), 13 (branch, 001 to 999) or 12 (person, Circular 86/2024/TT-BTC); null for all else. */
export function readTaxCode(typed: string): TaxCode | null {
  const digits = typed.normalize("NFKC").replace(/[\s.-]/g, "");
  if (/^\d{12}$/.test(digits)) return { text: digits, kind: "person", isDoubtful: false };
  if (!/^\d{10}(\d{3})?$/.test(digits)) return null;

  const [company, branch] = [digits.slice(0, 10), digits.slice(10)];
  if (branch === "000") return null;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(company[index]), 0);
  // Where the formula gives ten, no digit matches.
  const isDoubtful = 10 - (sum % 11) !== Number(company[9]);
  return branch
    ? { text: `${company}-${branch}`, kind: "branch", isDoubtful }
    : { text: company, kind: "company", isDoubtful };
}

/** For lists and logs: only the last three digits of a personal number. */
export const maskTaxCode = (text: string): string => (/^\d{12}$/.test(text) ? `•••••••••${text.slice(-3)}` : text);
