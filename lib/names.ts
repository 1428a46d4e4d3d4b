import { z } from "zod";

// Mail programs make a link of whatever reads like one, and browsers take several characters for a dot.
const likeLink = /:\/\/|\bwww\p{P}|[\p{L}\p{N}][.\u3002\uff61][\p{L}]{2}/iu;

/** Whether a mail program may show this as a link: then it must not stand in a mail that somebody else caused. */
export const readsLikeLink = (text: string): boolean => likeLink.test(text.normalize("NFKC"));

/** A name as it may stand in a mail, also one from before such names were rejected. */
export const withoutLinks = (name: string): string =>
  readsLikeLink(name)
    ? name
        .normalize("NFKC")
        .replace(/:\/\//g, " ")
        .replace(/[.\u3002\uff61](?=\S)/gu, " ")
    : name;

/** A name people read: composed, without control or invisible characters, and nothing that reads like a link. */
export const nameSchema = (required: string) =>
  z
    .string(required)
    .transform((text) => text.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, required)
        .max(80, "auth.nameTooLong")
        .regex(/^[^\p{Cc}\p{Cf}]*$/u, "auth.nameInvalid")
        .refine((name) => !readsLikeLink(name), "auth.nameLink"),
    );
