/** Whose code it is: a company's, one of its branches', or a person's or household's, which is their personal number. */
export type TaxCodeKind = "company" | "branch" | "person";

export type TaxCode = {
  /** As it is written on invoices: 10 digits, `0314409058-002`, or 12. */
  text: string;
  kind: TaxCodeKind;
  /** The check digit does not fit. A warning, no error: the law's own lists hold such codes. */
  isDoubtful: boolean;
};

const weights = [31, 29, 23, 19, 17, 13, 7, 5, 3];

/** Circular 105/2020's check digit; where its formula gives ten, no digit is right. */
function checkDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return 10 - (sum % 11);
}

/**
 * A Vietnamese tax code as people type it, with or without spaces and hyphens: 10 digits of a company, 13 of a branch
 * (its number is 001 to 999), or 12 of a person (Circular 86/2024/TT-BTC). Null for anything else.
 */
export function readTaxCode(typed: string): TaxCode | null {
  const digits = typed.normalize("NFKC").replace(/[\s.-]/g, "");
  if (/^\d{12}$/.test(digits)) return { text: digits, kind: "person", isDoubtful: false };
  if (!/^\d{10}(\d{3})?$/.test(digits)) return null;

  const [company, branch] = [digits.slice(0, 10), digits.slice(10)];
  if (branch === "000") return null;
  const isDoubtful = checkDigit(company) !== Number(company[9]);
  return branch
    ? { text: `${company}-${branch}`, kind: "branch", isDoubtful }
    : { text: company, kind: "company", isDoubtful };
}

/** For lists and logs: a person's number shows its last three digits only. */
export const maskTaxCode = (text: string): string => (/^\d{12}$/.test(text) ? `•••••••••${text.slice(-3)}` : text);
