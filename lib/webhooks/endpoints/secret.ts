import "server-only";
import { randomBytes } from "node:crypto";
import { decrypt, type EncryptionContext, encrypt } from "@/lib/platform/encryption";

export const webhookSecretContext = (secretId: string): EncryptionContext => ({
  purpose: "webhook secret",
  owner: secretId,
});

export const headerValueContext = (endpointId: string): EncryptionContext => ({
  purpose: "webhook header",
  owner: endpointId,
});

/** A new signing secret as Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export const mintWebhookSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export const encryptSecret = (secretId: string, secret: string): string =>
  encrypt(secret, webhookSecretContext(secretId));

export const decryptSecret = (secretId: string, encrypted: string): string =>
  decrypt(encrypted, webhookSecretContext(secretId));

export const creationContext = (endpointId: string): EncryptionContext => ({
  purpose: "webhook creation",
  owner: endpointId,
});
