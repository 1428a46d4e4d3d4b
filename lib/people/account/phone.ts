import { z } from "zod";

const vietnamese = /^\+84(?:[35789]\d{8}|2\d{9})$/;
const foreign = /^\+(?!84)[1-9]\d{6,14}$/;

/** As E.164; null for none. A Vietnamese number as people write it; any other begins with `+` and its country code. */
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
