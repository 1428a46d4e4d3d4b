import { z } from "zod";
import { endpointStatuses, securityTypes } from "./schema";

const securitySchema = z
  .object({
    type: z.enum(securityTypes).meta({ description: "docs.described.securityType" }),
    name: z.string().nullable().meta({ description: "docs.described.securityName" }),
  })
  .meta({ description: "docs.described.webhookSecurity" });

/** An endpoint as the API returns it: without its secret and its header value. */
export const webhookSchema = z
  .object({
    id: z.string().meta({ description: "docs.described.webhookId" }),
    url: z.string().meta({ description: "docs.described.webhookUrl" }),
    description: z.string().meta({ description: "docs.described.webhookDescription" }),
    events: z.array(z.string()).meta({ description: "docs.described.webhookEvents" }),
    keys: z.array(z.string()).meta({ description: "docs.described.webhookKeys" }),
    schemaVersion: z.int().meta({ description: "docs.described.schemaVersion" }),
    security: securitySchema,
    ratePerSecond: z.int().nullable().meta({ description: "docs.described.ratePerSecond" }),
    ordered: z.boolean().meta({ description: "docs.described.webhookOrdered" }),
    content: z.boolean().meta({ description: "docs.described.webhookContent" }),
    status: z.enum(endpointStatuses).meta({ description: "docs.described.webhookStatus" }),
    disabledReason: z.string().nullable().meta({ description: "docs.described.disabledReason" }),
    createdAt: z.iso.datetime().meta({ description: "docs.described.webhookCreatedAt" }),
  })
  .meta({ id: "Webhook" });

const secret = z.string().meta({ description: "docs.described.webhookSecret" });

export const createdWebhookSchema = webhookSchema.extend({ secret }).meta({ id: "CreatedWebhook" });

export const webhookListSchema = z
  .object({ webhooks: z.array(webhookSchema).meta({ description: "docs.described.webhooks" }) })
  .meta({ id: "WebhookList" });

export const webhookSecretSchema = z.object({ secret }).meta({ id: "WebhookSecret" });

export const deletedWebhookSchema = z
  .object({
    id: z.string().meta({ description: "docs.described.webhookId" }),
    deleted: z.literal(true).meta({ description: "docs.described.webhookDeleted" }),
  })
  .meta({ id: "WebhookDeletion" });

export const endedSecretsSchema = z
  .object({ ended: z.int().meta({ description: "docs.described.endedSecrets" }) })
  .meta({ id: "EndedSecrets" });
