-- AlterEnum
ALTER TYPE "MailLinkPurpose" ADD VALUE 'reset_factors';
ALTER TYPE "MailLinkPurpose" ADD VALUE 'keep_factors';

-- CreateTable
CREATE TABLE "factor_resets" (
    "user_id" TEXT NOT NULL,
    "began_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "factor_resets_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "factor_resets_due_at_idx" ON "factor_resets"("due_at");

-- AddForeignKey
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Whoever writes the row, and by whatever way: no wait is shorter.
ALTER TABLE "factor_resets" ADD CONSTRAINT "waits_a_day" CHECK ("due_at" >= "began_at" + INTERVAL '24 hours');
