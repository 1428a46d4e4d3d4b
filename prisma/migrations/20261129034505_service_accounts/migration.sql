-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "creation_digest" TEXT,
ADD COLUMN     "creation_key" TEXT,
ADD COLUMN     "service_account_id" TEXT;

-- CreateTable
CREATE TABLE "service_accounts" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "service_accounts_business_id_created_at_idx" ON "service_accounts"("business_id", "created_at");

-- CreateIndex
CREATE INDEX "api_keys_created_by_id_idx" ON "api_keys"("created_by_id");

-- CreateIndex
CREATE INDEX "api_keys_service_account_id_idx" ON "api_keys"("service_account_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_service_account_id_fkey" FOREIGN KEY ("service_account_id") REFERENCES "service_accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The scopes of management.
ALTER TABLE "api_keys" DROP CONSTRAINT "known_scopes";
ALTER TABLE "api_keys" ADD CONSTRAINT "known_scopes" CHECK (scopes <@ ARRAY['tts:execute', 'stt:execute', 'webhooks:manage', 'balance:read', 'usage:read', 'keys:manage', 'pronunciations:manage', 'members:read', 'budgets:manage', 'audit:read']);
ALTER TABLE "service_accounts" ADD CONSTRAINT "known_scopes" CHECK (scopes <@ ARRAY['tts:execute', 'stt:execute', 'webhooks:manage', 'balance:read', 'usage:read', 'keys:manage', 'pronunciations:manage', 'members:read', 'budgets:manage', 'audit:read']);
