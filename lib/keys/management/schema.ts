import { z } from "zod";
import { offeredScopes } from "@/lib/access/principals/scopes";
import { keyModes } from "@/lib/keys/choices";
import { keyStatuses } from "@/lib/keys/status";

/** How long a key made by the API lives at least, and at most if its end is given in seconds. */
const [shortestSeconds, longestSeconds] = [60, 10 * 365 * 86_400];

/** How long a rotated secret still works at most. */
const mostGraceSeconds = 7 * 86_400;

const count = z.int().min(1).max(999_999).nullable();

/** Of a key or a service account. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, "keys.nameMissing")
  .max(80, "keys.nameTooLong")
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "keys.nameInvalid");

export const scopesSchema = z
  .array(z.enum(offeredScopes))
  .min(1, "keys.scopesMissing")
  .max(offeredScopes.length)
  .transform((chosen) => [...new Set(chosen)]);

const fields = {
  name: nameSchema.meta({ description: "docs.described.managedKeyName", example: "Deploy 4711" }),
  scopes: scopesSchema.meta({ description: "docs.described.keyScopes", example: ["tts:execute"] }),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .meta({ description: "docs.described.keyExpiresAt", example: null }),
  expiresInSeconds: z
    .int()
    .min(shortestSeconds)
    .max(longestSeconds)
    .optional()
    .meta({ description: "docs.described.keyExpiresInSeconds", example: 3600 }),
  allowedAddresses: z
    .array(z.string().max(100))
    .max(50)
    .optional()
    .meta({ description: "docs.described.keyAddresses", example: ["203.0.113.7"] }),
  monthlyCapVnd: z
    .int()
    .min(1)
    .max(999_999_999_999)
    .nullable()
    .optional()
    .meta({ description: "docs.described.keyMonthlyCap", example: 50000 }),
  requestsPerMinute: count.optional().meta({ description: "docs.described.keyRequestsPerMinute", example: 60 }),
  concurrentCalls: count.optional().meta({ description: "docs.described.keyConcurrentCalls", example: 2 }),
  keepsNothing: z.boolean().optional().meta({ description: "docs.described.keyKeepsNothing", example: false }),
};

type Ends = { expiresAt?: string | null; expiresInSeconds?: number };

const hasOneEnd = ({ expiresAt, expiresInSeconds }: Ends) => expiresAt === undefined || expiresInSeconds === undefined;
const twoEnds = { message: "keys.twoEnds", path: ["expiresInSeconds"] };

/** What is left out is as of the key that creates it. */
export const createKeyRequestSchema = z
  .strictObject({
    ...fields,
    mode: z.enum(keyModes).optional().meta({ description: "docs.described.managedKeyMode", example: "live" }),
    serviceAccountId: z
      .string()
      .regex(/^sva_[0-9a-v]{26}$/, "keys.accounts.unknown")
      .nullable()
      .optional()
      .meta({ description: "docs.described.keyServiceAccount", example: null }),
  })
  .refine(hasOneEnd, twoEnds)
  .meta({ id: "NewApiKey" });

export type CreateKeyRequest = z.output<typeof createKeyRequestSchema>;

/** What is left out stays. */
export const updateKeyRequestSchema = z
  .strictObject({ ...fields, name: fields.name.optional(), scopes: fields.scopes.optional() })
  .refine(hasOneEnd, twoEnds)
  .meta({ id: "ApiKeyUpdate" });

export type UpdateKeyRequest = z.output<typeof updateKeyRequestSchema>;

export const rotateKeyRequestSchema = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(mostGraceSeconds)
      .prefault(86_400)
      .meta({ description: "docs.described.graceSeconds", example: 3600 }),
  })
  .meta({ id: "ApiKeyRotation" });

export const keyIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.keyIdGiven", example: "key_…" }),
});

const time = (description: string) => z.iso.datetime().nullable().meta({ description });

/** A key as the API returns it: without its secret. */
export const apiKeySchema = z
  .object({
    id: z.string().meta({ description: "docs.described.managedKeyId" }),
    name: z.string().meta({ description: "docs.described.managedKeyName" }),
    mode: z.enum(keyModes).meta({ description: "docs.described.managedKeyMode" }),
    hint: z.string().meta({ description: "docs.described.managedKeyHint" }),
    status: z.enum(keyStatuses).meta({ description: "docs.described.keyStatus" }),
    scopes: z.array(z.string()).meta({ description: "docs.described.keyScopes" }),
    serviceAccountId: z.string().nullable().meta({ description: "docs.described.keyServiceAccount" }),
    allowedAddresses: z.array(z.string()).meta({ description: "docs.described.keyAddresses" }),
    requestsPerMinute: z.int().nullable().meta({ description: "docs.described.keyRequestsPerMinute" }),
    concurrentCalls: z.int().nullable().meta({ description: "docs.described.keyConcurrentCalls" }),
    monthlyCapVnd: z.number().nullable().meta({ description: "docs.described.keyMonthlyCap" }),
    keepsNothing: z.boolean().meta({ description: "docs.described.keyKeepsNothing" }),
    createdById: z.string().nullable().meta({ description: "docs.described.keyCreatedBy" }),
    createdAt: z.iso.datetime().meta({ description: "docs.described.keyCreatedAt" }),
    expiresAt: time("docs.described.keyExpiresAt"),
    oldSecretUntil: time("docs.described.keyOldSecretUntil"),
    lastUsedAt: time("docs.described.keyLastUsedAt"),
    revokedAt: time("docs.described.keyRevokedAt"),
  })
  .meta({ id: "ApiKey" });

export const createdKeySchema = apiKeySchema
  .extend({ secret: z.string().nullable().meta({ description: "docs.described.keySecret" }) })
  .meta({ id: "CreatedApiKey" });

export const rotatedKeySchema = apiKeySchema
  .extend({ secret: z.string().meta({ description: "docs.described.keyRotatedSecret" }) })
  .meta({ id: "RotatedApiKey" });

export const keyListRequestSchema = z.strictObject({
  works: z.enum(["true", "false"]).optional().meta({ description: "docs.described.keysThatWork" }),
  serviceAccountId: z.string().max(100).optional().meta({ description: "docs.described.keysOfAccount" }),
  createdById: z.string().max(100).optional().meta({ description: "docs.described.keysCreatedBy" }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: "docs.described.keyListLimit" }),
  cursor: z.string().max(1000).optional().meta({ description: "docs.described.cursor" }),
});

export type KeyListRequest = z.output<typeof keyListRequestSchema>;

export const keyListSchema = z
  .object({
    keys: z.array(apiKeySchema).meta({ description: "docs.described.managedKeys" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "ApiKeyList" });

export const revokedKeySchema = z
  .object({
    id: z.string().meta({ description: "docs.described.managedKeyId" }),
    revoked: z.literal(true).meta({ description: "docs.described.keyRevoked" }),
  })
  .meta({ id: "ApiKeyRevocation" });
