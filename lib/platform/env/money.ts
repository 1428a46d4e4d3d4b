import { z } from "zod";

/** Values separated by commas: a new secret is added before the former one is removed. */
const secretList = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );

export type BankAccount = { bin: string; number: string; holder: string };

function parseBankAccount(text: string): BankAccount {
  const [bin, number, holder] = text.split(":").map((part) => part.trim());
  return z
    .object({
      bin: z.string().regex(/^\d{6}$/),
      number: z.string().regex(/^[0-9A-Z]{1,19}$/),
      holder: z.string().min(1),
    })
    .parse({ bin, number, holder });
}

/** An account, and a virtual account whose payments arrive on it. */
export type AccountPair = { main: string; virtual: string };

const accountNumber = z.string().regex(/^[0-9A-Za-z]{1,34}$/);

/** Throws for a number that is virtual twice, or virtual and main. */
function parseAccountPairs(text: string): AccountPair[] {
  const pairs = text
    .split(",")
    .filter((part) => part.trim())
    .map((part) => {
      const [main, virtual, ...more] = part.split("=").map((number) => number.trim());
      if (more.length > 0) throw new Error(`BANK_VIRTUAL_ACCOUNTS: ${part.trim()} is not main=virtual`);
      return z.object({ main: accountNumber, virtual: accountNumber }).parse({ main, virtual });
    });
  const seen = new Set<string>();
  for (const { virtual } of pairs) {
    if (seen.has(virtual) || pairs.some(({ main }) => main === virtual))
      throw new Error(`BANK_VIRTUAL_ACCOUNTS: ${virtual} can be the virtual account of one account only`);
    seen.add(virtual);
  }
  return pairs;
}

/** What the simulated bank of a development machine receives. */
export const demoAccount: BankAccount = { bin: "970436", number: "0011001932418", holder: "CONG TY VANG DEMO" };

export type Seller = { legalName: string; taxCode: string; address: string };

/** Who sells on a development machine. */
export const demoSeller: Seller = {
  legalName: "Công ty Vang Demo",
  taxCode: "0100000000",
  address: "Máy phát triển, không phải người bán thật",
};

function parseVatRates(text: string): { from: string; percent: number }[] {
  const rates = text.split(",").map((part) => {
    const [from, percent] = part.trim().split("=");
    return z.object({ from: z.iso.date(), percent: z.coerce.number().int().min(0).max(99) }).parse({ from, percent });
  });
  return rates.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Account codes of the journal by kind of account, as in Circular 200/2014/TT-BTC. */
const accountCodes: Record<string, string> = {
  available: "3387",
  held: "3387",
  bank: "1121",
  revenue: "5113",
  promotion: "6418",
  suspense: "3388",
  adjustment: "811",
  expense: "811",
  receivable: "131",
  own: "338",
  receipts: "1111",
};

function parseAccountCodes(text: string): Record<string, string> {
  const stated = text
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [kind = "", code = ""] = part.trim().split("=");
      if (!Object.hasOwn(accountCodes, kind)) throw new Error(`BOOKS_ACCOUNTS names an unknown account: ${kind}`);
      return [
        kind,
        z
          .string()
          .regex(/^[0-9A-Za-z.]{1,20}$/)
          .parse(code),
      ] as const;
    });
  return { ...accountCodes, ...Object.fromEntries(stated) };
}

export function sellerOf(values: {
  SELLER_NAME?: string;
  SELLER_TAX_CODE?: string;
  SELLER_ADDRESS?: string;
}): Seller | null {
  const { SELLER_NAME: legalName, SELLER_TAX_CODE: taxCode, SELLER_ADDRESS: address } = values;
  if (legalName && taxCode && address) return { legalName, taxCode, address };
  if (legalName || taxCode || address) {
    throw new Error("Set SELLER_NAME, SELLER_TAX_CODE and SELLER_ADDRESS together, or none of them.");
  }
  return null;
}

/** Bank, books and invoices. */
export const moneySettings = {
  /** What verifies the bank notifications of each provider; without any, all of that provider's are rejected. */
  SEPAY_API_KEYS: secretList,
  SEPAY_WEBHOOK_SECRETS: secretList,
  CASSO_CHECKSUM_KEYS: secretList,
  PAYOS_CHECKSUM_KEYS: secretList,
  /** Reads SePay's list of bank transfers; without it the list is not read. */
  SEPAY_API_TOKEN: z.string().optional(),
  SEPAY_API_URL: z.url({ protocol: /^https?$/ }).default("https://userapi.sepay.vn/v2"),
  /** A payment above this waits for an operator, as does one above three times its order. In whole đồng. */
  BANK_CHECK_ABOVE_VND: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .default("500000000")
    .transform(BigInt),
  /** What someone on the staff moves above this within a day waits for a second person. In whole đồng. */
  CREDIT_APPROVAL_ABOVE_VND: z
    .string()
    .regex(/^(0|[1-9]\d{0,14})$/)
    .default("20000000")
    .transform(BigInt),
  /** `off`: one person on the staff moves any amount alone, where there is no second one. */
  SECOND_PERSON: z.enum(["on", "off"]).default("on"),
  /** Where partners transfer money to, the first one offered: `970436:0123456789:CONG TY ABC;970422:…`. */
  BANK_ACCOUNTS: z
    .string()
    .default("")
    .transform((text) => text.split(";").filter(Boolean).map(parseBankAccount)),
  /** Accounts and virtual accounts under which one payment is reported: `0123456789=VQRQ0001,…`. */
  BANK_VIRTUAL_ACCOUNTS: z.string().default("").transform(parseAccountPairs),
  /** Who sells, on statements, receipts and invoices: all three, or none. */
  SELLER_NAME: z.string().trim().min(1).max(255).optional(),
  SELLER_TAX_CODE: z
    .string()
    .regex(/^\d{10}(-\d{3})?$|^\d{12}$/)
    .optional(),
  SELLER_ADDRESS: z.string().trim().min(1).max(255).optional(),
  /** Account codes of the exported journal by kind of account: `bank=1121,available=3387`. */
  BOOKS_ACCOUNTS: z.string().default("").transform(parseAccountCodes),
  /** What an invoice is issued for. Invoices that exist keep theirs. */
  INVOICE_POLICY: z.enum(["on_topup", "monthly_usage"]).default("on_topup"),
  /** The invoices' template and series, as registered with the tax authority: `1C26TVA`. */
  INVOICE_TEMPLATE_CODE: z
    .string()
    .regex(/^[1-6][CK]\d\d[A-Z]{3}$/)
    .default("1C26TVA"),
  /** VAT rates in percent, each from a day in Vietnam on: `2025-07-01=8,2027-01-01=10`. */
  VAT_RATES: z.string().default("2000-01-01=10,2025-07-01=8,2027-01-01=10").transform(parseVatRates),
  /** The free credit of a new business, in whole đồng; 0 for none. */
  WELCOME_CREDIT_VND: z
    .string()
    .regex(/^\d{1,9}$/)
    .default("50000")
    .transform(BigInt),
};
