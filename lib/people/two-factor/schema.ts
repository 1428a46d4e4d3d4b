import { z } from "zod";

/** Six digits as apps show them: spaces inside are dropped, digits of other scripts and widths are folded. */
export const codeSchema = z.object({
  code: z
    .string("twoFactor.codeMalformed")
    .transform((text) => text.normalize("NFKC").replace(/[\s-]/g, ""))
    .pipe(z.string().regex(/^[0-9]{6}$/, "twoFactor.codeMalformed")),
});

/** Recovery codes are base32, without the digits that look like letters. */
const readAs: Record<string, string> = { 0: "O", 1: "I", 8: "B" };

/** A recovery code however it was copied: case, spaces and dashes do not matter, nor do look-alike digits. */
export const recoveryCodeSchema = z.object({
  code: z
    .string("twoFactor.recoveryMalformed")
    .transform((text) =>
      text
        .normalize("NFKC")
        .toUpperCase()
        .replace(/[\s\p{Pd}]/gu, "")
        .replace(/[018]/g, (digit) => readAs[digit] ?? digit),
    )
    .pipe(z.string().regex(/^[A-Z2-7]{16}$/, "twoFactor.recoveryMalformed")),
});

/** Either of the two. */
export const anyCodeSchema = z.object({
  code: z.union([codeSchema.shape.code, recoveryCodeSchema.shape.code], "twoFactor.anyCodeMalformed"),
});

/** How many codes make a set, and from how few left on the person is warned. */
export const recoveryCodeCount = { issued: 10, few: 3 };
