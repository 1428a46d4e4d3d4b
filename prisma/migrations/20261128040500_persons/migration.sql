-- AlterTable
ALTER TABLE "users" ADD COLUMN     "mailbox" TEXT;

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN     "opened_by" TEXT;

-- CreateTable
CREATE TABLE "welcome_grants" (
    "mailbox" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "welcome_grants_pkey" PRIMARY KEY ("mailbox")
);

-- CreateIndex
CREATE INDEX "welcome_grants_granted_at_idx" ON "welcome_grants"("granted_at");

-- CreateIndex
CREATE INDEX "businesses_opened_by_created_at_idx" ON "businesses"("opened_by", "created_at");
