import { z } from "zod";

const vietnamese = /^\+84(?:[35789]\d{8}|2\d{9})$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

/**
 * A phone number as E.164, or null for none. A Vietnamese one can be typed as people write it: `0912 345 678`, `(028)
 * 3822 1234`, `+84 (0)912…`; any other begins with `+` and its country code.
 */
export const phoneSchema = z
  .string()
  .max(40, "account.phoneInvalid")
  .transform((text) => toInternational(text.normalize("NFKC").replace(/[\s.()\-–]/gu, "")))
  .refine((phone) => phone === "" || vietnamese.test(phone) || foreign.test(phone), "account.phoneInvalid")
  .transform((phone) => phone || null);

const toInternational = (typed: string): string =>
  typed
    .replace(/^00/, "+")
    .replace(/^84(?=\d{9,10}$)/, "+84")
    .replace(/^\+840/, "+84")
    .replace(/^0/, "+84");
