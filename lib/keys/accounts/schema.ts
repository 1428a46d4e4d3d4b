import { z } from "zod";
import { nameSchema, scopesSchema } from "@/lib/keys/management/schema";
import { newKeySchema } from "@/lib/keys/schema";

/** The form's fields. */
export const newServiceAccountSchema = newKeySchema.pick({ name: true, scopes: true });

export type NewServiceAccount = z.output<typeof newServiceAccountSchema>;

export const removeServiceAccountSchema = z.object({
  id: z.string().regex(/^sva_[0-9a-v]{26}$/, "keys.accounts.unknown"),
});

export const serviceAccountRequestSchema = z
  .strictObject({
    name: nameSchema.meta({ description: "docs.described.serviceAccountName", example: "Deployment" }),
    scopes: scopesSchema.meta({ description: "docs.described.serviceAccountScopes", example: ["tts:execute"] }),
  })
  .meta({ id: "NewServiceAccount" });

export const serviceAccountIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.serviceAccountIdGiven", example: "sva_…" }),
});

/** A service account as the API returns it. */
export const serviceAccountSchema = z
  .object({
    id: z.string().meta({ description: "docs.described.serviceAccountId" }),
    name: z.string().meta({ description: "docs.described.serviceAccountName" }),
    scopes: z.array(z.string()).meta({ description: "docs.described.serviceAccountScopes" }),
    createdAt: z.iso.datetime().meta({ description: "docs.described.serviceAccountCreatedAt" }),
    liveKeys: z.int().meta({ description: "docs.described.serviceAccountKeys" }),
  })
  .meta({ id: "ServiceAccount" });

export const serviceAccountListSchema = z
  .object({ serviceAccounts: z.array(serviceAccountSchema).meta({ description: "docs.described.serviceAccounts" }) })
  .meta({ id: "ServiceAccountList" });

export const removedServiceAccountSchema = z
  .object({
    id: z.string().meta({ description: "docs.described.serviceAccountId" }),
    deleted: z.literal(true).meta({ description: "docs.described.serviceAccountDeleted" }),
    revokedKeys: z.int().meta({ description: "docs.described.serviceAccountRevokedKeys" }),
  })
  .meta({ id: "ServiceAccountDeletion" });
