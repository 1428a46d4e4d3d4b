-- AlterTable
ALTER TABLE "factor_resets" ADD COLUMN     "only_suspended" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "restore_email" TEXT;

-- AlterTable
ALTER TABLE "passkeys" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "recovery_codes" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "totp_factors" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);
