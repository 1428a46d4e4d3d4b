import { z } from "zod";

const atom = "[a-z0-9!#$%&'*+/=?^_{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=[a-z])${label}$`);

/**
 * One text is stored, shown and used as recipient. Compatibility forms are folded first, so that no look-alike exists
 * beside a plain address. Quotes, comments and non-ASCII parts, which mail servers read in different ways, are
 * rejected; a domain may be in its `xn--` form.
 */
export const emailSchema = z
  .string("auth.emailInvalid")
  .transform((text) => text.normalize("NFKC").trim().toLowerCase())
  .pipe(z.string().max(254, "auth.emailInvalid").regex(address, "auth.emailInvalid"));

export const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@"));
