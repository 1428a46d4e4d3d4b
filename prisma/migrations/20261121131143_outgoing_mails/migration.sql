-- AlterTable
ALTER TABLE "factor_resets" DROP COLUMN "reminded_at",
ADD COLUMN     "reminder_id" TEXT;

-- CreateTable
CREATE TABLE "outgoing_mails" (
    "id" TEXT NOT NULL,
    "sealed" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outgoing_mails_due_at_idx" ON "outgoing_mails"("due_at");

-- CreateIndex
CREATE INDEX "outgoing_mails_created_at_idx" ON "outgoing_mails"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "factor_resets_reminder_id_key" ON "factor_resets"("reminder_id");

-- AddForeignKey
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_reminder_id_fkey" FOREIGN KEY ("reminder_id") REFERENCES "outgoing_mails"("id") ON DELETE SET NULL ON UPDATE CASCADE;


