import { z } from "zod";

// Email clients turn anything that looks like a URL into a link, and browsers accept several characters as a dot.
const likeLink = /:\/\/|\bwww\p{P}|[\p{L}\p{N}][.\u3002\uff61][\p{L}]{2}/iu;

/** Whether an email client may show this as a link: then it must not appear in an email that someone else triggered. */
export const looksLikeLink = (text: string): boolean => likeLink.test(text.normalize("NFKC"));

/** A name as it can appear in an email, also one that was stored before such names were rejected. */
export const withoutLinks = (name: string): string =>
  looksLikeLink(name)
    ? name
        .normalize("NFKC")
        .replace(/:\/\//g, " ")
        .replace(/[.\u3002\uff61](?=\S)/gu, " ")
    : name;

/** A name for display: composed, without control or invisible characters, and nothing that looks like a link. */
export const displayNameSchema = (required: string) =>
  z
    .string(required)
    .transform((text) => text.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, required)
        .max(80, "auth.nameTooLong")
        .regex(/^[^\p{Cc}\p{Cf}]*$/u, "auth.nameInvalid")
        .refine((name) => !looksLikeLink(name), "auth.nameLink"),
    );
