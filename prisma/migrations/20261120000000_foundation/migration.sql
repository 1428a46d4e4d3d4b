-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Locale" AS ENUM ('vi', 'en');

-- CreateEnum
CREATE TYPE "MailLinkPurpose" AS ENUM ('verify_email');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('owner', 'admin', 'developer', 'billing', 'viewer');

-- CreateEnum
CREATE TYPE "Service" AS ENUM ('tts', 'stt');

-- CreateEnum
CREATE TYPE "KeyKind" AS ENUM ('standard', 'playground');

-- CreateEnum
CREATE TYPE "AccountKind" AS ENUM ('available', 'held', 'bank', 'revenue', 'promotion', 'suspense', 'adjustment', 'expense');

-- CreateEnum
CREATE TYPE "TransferKind" AS ENUM ('welcome', 'hold', 'release', 'charge');

-- CreateEnum
CREATE TYPE "HoldStatus" AS ENUM ('open', 'captured', 'released');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "locale" "Locale" NOT NULL DEFAULT 'vi',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_links" (
    "fingerprint" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" "MailLinkPurpose" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_links_pkey" PRIMARY KEY ("fingerprint")
);

-- CreateTable
CREATE TABLE "businesses" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "businesses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "user_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("business_id","user_id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "tracking_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "region" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "voice_id" TEXT,
    "text" TEXT,
    "config" TEXT,
    "language_code" TEXT,
    "characters" INTEGER,
    "amount_milli" BIGINT NOT NULL,
    "audio_object" TEXT,
    "audio_format" TEXT,
    "audio_duration" DOUBLE PRECISION NOT NULL,
    "file_size_bytes" BIGINT NOT NULL,
    "processing_time_ms" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ingested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("tracking_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "KeyKind" NOT NULL DEFAULT 'standard',
    "fingerprint" TEXT NOT NULL,
    "pepper_id" INTEGER NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stream_messages" (
    "sequence" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "available_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failed_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "stream_messages_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "wallet_accounts" (
    "id" TEXT NOT NULL,
    "business_id" TEXT,
    "kind" "AccountKind" NOT NULL,
    "balance_milli" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "wallet_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfers" (
    "id" TEXT NOT NULL,
    "debit_account_id" TEXT NOT NULL,
    "credit_account_id" TEXT NOT NULL,
    "amount_milli" BIGINT NOT NULL,
    "kind" "TransferKind" NOT NULL,
    "reference" TEXT NOT NULL,
    "tracking_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "holds" (
    "tracking_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "amount_milli" BIGINT NOT NULL,
    "status" "HoldStatus" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "holds_pkey" PRIMARY KEY ("tracking_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_revoked_at_idx" ON "sessions"("user_id", "revoked_at");

-- CreateIndex
CREATE INDEX "mail_links_user_id_purpose_idx" ON "mail_links"("user_id", "purpose");

-- CreateIndex
CREATE UNIQUE INDEX "businesses_slug_key" ON "businesses"("slug");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "jobs_business_id_created_at_tracking_id_idx" ON "jobs"("business_id", "created_at" DESC, "tracking_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_fingerprint_key" ON "api_keys"("fingerprint");

-- CreateIndex
CREATE INDEX "api_keys_business_id_revoked_at_idx" ON "api_keys"("business_id", "revoked_at");

-- CreateIndex
CREATE UNIQUE INDEX "stream_messages_topic_key_key" ON "stream_messages"("topic", "key");

-- CreateIndex
CREATE UNIQUE INDEX "wallet_accounts_business_id_kind_key" ON "wallet_accounts"("business_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "transfers_reference_key" ON "transfers"("reference");

-- CreateIndex
CREATE INDEX "transfers_debit_account_id_created_at_idx" ON "transfers"("debit_account_id", "created_at");

-- CreateIndex
CREATE INDEX "transfers_credit_account_id_created_at_idx" ON "transfers"("credit_account_id", "created_at");

-- CreateIndex
CREATE INDEX "transfers_tracking_id_idx" ON "transfers"("tracking_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "wallet_accounts_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_debit_account_id_fkey" FOREIGN KEY ("debit_account_id") REFERENCES "wallet_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_credit_account_id_fkey" FOREIGN KEY ("credit_account_id") REFERENCES "wallet_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "holds" ADD CONSTRAINT "holds_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What the schema language cannot say.

ALTER TABLE "wallet_accounts" ADD CONSTRAINT "business_never_negative" CHECK ("business_id" IS NULL OR "balance_milli" >= 0);
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "kind_fits_holder" CHECK (("kind" IN ('available', 'held')) = ("business_id" IS NOT NULL));
CREATE UNIQUE INDEX "one_house_account_per_kind" ON "wallet_accounts" ("kind") WHERE "business_id" IS NULL;

ALTER TABLE "transfers" ADD CONSTRAINT "amount_above_zero" CHECK ("amount_milli" > 0);
ALTER TABLE "transfers" ADD CONSTRAINT "two_sides" CHECK ("debit_account_id" <> "credit_account_id");

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "transfers_written_once" BEFORE UPDATE OR DELETE ON "transfers" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "transfers_never_truncated" BEFORE TRUNCATE ON "transfers" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A hold resolves once: no status but `open` may change.
CREATE FUNCTION refuse_second_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" <> 'open' THEN
    RAISE EXCEPTION 'hold % is already settled', OLD."tracking_id" USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "holds_settle_once" BEFORE UPDATE ON "holds" FOR EACH ROW EXECUTE FUNCTION refuse_second_settlement();
CREATE INDEX "open_holds_by_expiry" ON "holds" ("expires_at") WHERE "status" = 'open';

CREATE INDEX "stream_messages_ready" ON "stream_messages" ("topic", "available_at", "sequence") WHERE "failed_at" IS NULL;

ALTER TABLE "api_keys" ADD CONSTRAINT "known_scopes" CHECK ("scopes" <@ ARRAY['tts:execute', 'stt:execute']);

INSERT INTO "wallet_accounts" ("id", "kind")
SELECT 'acc_' || "kind", "kind"::"AccountKind"
FROM unnest(ARRAY['bank', 'revenue', 'promotion', 'suspense', 'adjustment', 'expense']) AS "kind";
