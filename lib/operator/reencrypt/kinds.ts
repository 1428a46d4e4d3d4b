import "server-only";
import { notificationContext } from "@/lib/money/bank/notifications/receive-notification";
import { transferDetailsContext } from "@/lib/money/bank/transfers/report";
import { taxCodeContext } from "@/lib/money/invoices/details/service";
import { buyerContext, documentsContext } from "@/lib/money/invoices/documents";
import { payeeContext } from "@/lib/money/refunds/request";
import { partiesContext } from "@/lib/money/statements/parties";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { recoveryCodeContext } from "@/lib/people/two-factor/recovery-codes";
import { seedContext } from "@/lib/people/two-factor/totp";
import type { EncryptionContext } from "@/lib/platform/encryption";
import { creationContext, headerValueContext, webhookSecretContext } from "@/lib/webhooks/endpoints/secrets";

/** A column of encrypted values, each named by the row's id and itself. */
export type EncryptedKind = {
  name: string;
  table: string;
  id: string;
  column: string;
  contextOf: (id: string) => EncryptionContext;
  /** Which rows, as SQL. */
  where?: string;
  /** Values without a version are HMACs, which cannot be moved to another key. */
  isKeyedHashAtZero?: true;
};

export const taxCodes: EncryptedKind = {
  name: "tax codes",
  table: "invoice_details",
  id: "business_id",
  column: "sealed_tax_code",
  contextOf: taxCodeContext,
};

const seeds: EncryptedKind = {
  name: "authenticator seeds",
  table: "totp_factors",
  id: "user_id",
  column: "sealed_seed",
  contextOf: seedContext,
};

const recoveryCodes: EncryptedKind = {
  name: "recovery codes",
  table: "recovery_codes",
  id: "user_id",
  column: "fingerprint",
  contextOf: recoveryCodeContext,
  isKeyedHashAtZero: true,
};

const outbox: EncryptedKind[] = outboxKinds.flatMap(({ name, encryptedFor }) =>
  encryptedFor
    ? {
        name: `outbox, ${name}`,
        table: "outbox_messages",
        id: "id",
        column: "payload",
        contextOf: (id) => ({ purpose: encryptedFor, owner: id }),
        where: `kind = '${name}'`,
      }
    : [],
);

const bankNotifications: EncryptedKind = {
  name: "bank notifications",
  table: "bank_notifications",
  id: "id",
  column: "encrypted_body",
  contextOf: notificationContext,
};

const bankTransfers: EncryptedKind = {
  name: "bank transfers",
  table: "bank_transfers",
  id: "id",
  column: "encrypted_details",
  contextOf: transferDetailsContext,
};

const statements: EncryptedKind = {
  name: "statements",
  table: "statements",
  id: "id",
  column: "encrypted_parties",
  contextOf: partiesContext,
};

const invoices: EncryptedKind[] = (
  [
    ["invoice buyers", "invoices", "encrypted_buyer", buyerContext],
    ["invoice documents", "invoices", "encrypted_documents", documentsContext],
    ["buyers of top-ups", "top_ups", "encrypted_buyer", buyerContext],
  ] as const
).map(([name, table, column, contextOf]) => ({
  name,
  table,
  id: "id",
  column,
  contextOf,
  where: `${column} IS NOT NULL`,
}));

const refundPayees: EncryptedKind = {
  name: "refund payees",
  table: "refund_requests",
  id: "id",
  column: "encrypted_payee",
  contextOf: payeeContext,
  where: "encrypted_payee <> ''",
};

const webhookSecrets: EncryptedKind = {
  name: "webhook secrets",
  table: "webhook_secrets",
  id: "id",
  column: "encrypted_secret",
  contextOf: webhookSecretContext,
};

const webhookHeaders: EncryptedKind = {
  name: "webhook headers",
  table: "webhook_endpoints",
  id: "id",
  column: "encrypted_header_value",
  contextOf: headerValueContext,
  where: "encrypted_header_value IS NOT NULL",
};

const webhookCreations: EncryptedKind = {
  name: "webhook creations",
  table: "webhook_creations",
  id: "endpoint_id",
  column: "encrypted_answer",
  contextOf: creationContext,
};

/** Everything that is encrypted in the database. */
export const encryptedKinds: readonly EncryptedKind[] = [
  taxCodes,
  seeds,
  recoveryCodes,
  ...outbox,
  bankNotifications,
  bankTransfers,
  refundPayees,
  statements,
  ...invoices,
  webhookSecrets,
  webhookHeaders,
  webhookCreations,
];
