import { z } from "zod";

/** The limit of passkeys for a person. */
export const passkeyLimit = 10;

/** A credential's id has up to 1,023 bytes (WebAuthn level 3). */
const maxIdLength = 1364;

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);

const credential = {
  id: base64url(maxIdLength),
  rawId: base64url(maxIdLength),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,32}$/))
      .max(8)
      .default([]),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: base64url(128).optional(),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** The response of a browser's authenticator, as JSON in a form's field. */
const answer = <Shape extends z.ZodType>(shape: Shape) =>
  z.string("passkeys.invalid").transform((text, context): z.output<Shape> => {
    try {
      const parsed = shape.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // Text that is no JSON is as invalid as JSON of another shape.
    }
    context.addIssue({ code: "custom", message: "passkeys.invalid" });
    return z.NEVER;
  });

export const nothingSchema = z.object({});

export const newPasskeySchema = z.object({ response: answer(newCredential) });

export const proofSchema = z.object({ response: answer(assertion), next: z.string().optional() });

const id = base64url(maxIdLength);

export const renamePasskeySchema = z.object({
  id,
  name: z
    .string("passkeys.nameRequired")
    .transform((text) => text.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, "passkeys.nameRequired")
        .max(60, "passkeys.nameTooLong")
        .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, "passkeys.nameInvalid"),
    ),
});

export const removePasskeySchema = z.object({
  id,
  /** Set by the confirmation that explains what losing the last second factor means. */
  endsTwoFactor: z.literal("yes").optional(),
});
