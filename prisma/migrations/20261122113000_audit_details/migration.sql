-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "commitment" TEXT,
ADD COLUMN     "format" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "accepted_by_id" TEXT;

-- CreateTable
CREATE TABLE "audit_details" (
    "business_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "invitation_id" TEXT,
    "salt" TEXT NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "said" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_details_pkey" PRIMARY KEY ("business_id","sequence")
);

-- CreateIndex
CREATE INDEX "audit_details_actor_id_idx" ON "audit_details"("actor_id");

-- CreateIndex
CREATE INDEX "audit_details_invitation_id_idx" ON "audit_details"("invitation_id");

-- CreateIndex
CREATE INDEX "audit_details_created_at_idx" ON "audit_details"("created_at");
