-- AlterTable
ALTER TABLE "businesses" ADD COLUMN     "requires_two_factor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "invited_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent" INTEGER NOT NULL DEFAULT 1,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ownership_transfers" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "from_id" TEXT NOT NULL,
    "to_id" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "ownership_transfers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_fingerprint_key" ON "invitations"("fingerprint");

-- CreateIndex
CREATE INDEX "invitations_business_id_created_at_idx" ON "invitations"("business_id", "created_at");

-- CreateIndex
CREATE INDEX "invitations_invited_by_id_idx" ON "invitations"("invited_by_id");

-- CreateIndex
CREATE INDEX "ownership_transfers_business_id_idx" ON "ownership_transfers"("business_id");

-- CreateIndex
CREATE INDEX "ownership_transfers_from_id_idx" ON "ownership_transfers"("from_id");

-- CreateIndex
CREATE INDEX "ownership_transfers_to_id_idx" ON "ownership_transfers"("to_id");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_transfers" ADD CONSTRAINT "ownership_transfers_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_transfers" ADD CONSTRAINT "ownership_transfers_from_id_fkey" FOREIGN KEY ("from_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ownership_transfers" ADD CONSTRAINT "ownership_transfers_to_id_fkey" FOREIGN KEY ("to_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;





-- What the schema language cannot say.

-- One open invitation an address and business, one open offer of ownership a business.
CREATE UNIQUE INDEX "open_invitations" ON "invitations" ("business_id", "email") WHERE "accepted_at" IS NULL AND "cancelled_at" IS NULL;
CREATE UNIQUE INDEX "open_ownership_transfers" ON "ownership_transfers" ("business_id") WHERE "confirmed_at" IS NULL AND "cancelled_at" IS NULL;

-- Ownership is never mailed to an address: it is offered to someone who is a member.
ALTER TABLE "invitations" ADD CONSTRAINT "no_owner_by_mail" CHECK ("role" <> 'owner');
ALTER TABLE "ownership_transfers" ADD CONSTRAINT "two_people" CHECK ("from_id" <> "to_id");
