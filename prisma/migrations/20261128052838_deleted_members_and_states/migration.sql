-- AlterTable
ALTER TABLE "money_acts" ADD COLUMN     "state" TEXT;

-- CreateTable
CREATE TABLE "former_mailboxes" (
    "mailbox" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_mailboxes_pkey" PRIMARY KEY ("mailbox","business_id")
);

-- CreateIndex
CREATE INDEX "users_mailbox_idx" ON "users"("mailbox");


