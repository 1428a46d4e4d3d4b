-- AlterTable
ALTER TABLE "refund_requests" ADD COLUMN     "reopened_from_id" TEXT;

-- AlterTable
ALTER TABLE "staff_members" ADD COLUMN     "granted_by_id" TEXT;

-- CreateTable
CREATE TABLE "money_acts" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "business_ids" TEXT[],
    "amount_vnd" BIGINT NOT NULL,
    "about" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "needs_second" BOOLEAN NOT NULL,
    "author_id" TEXT NOT NULL,
    "author_granted_at" TIMESTAMPTZ(3) NOT NULL,
    "author_granted_by" TEXT NOT NULL,
    "decided_by_id" TEXT,
    "decision" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "money_acts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "former_memberships" (
    "user_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_memberships_pkey" PRIMARY KEY ("user_id","business_id")
);

-- CreateIndex
CREATE INDEX "money_acts_author_id_created_at_idx" ON "money_acts"("author_id", "created_at");

-- CreateIndex
CREATE INDEX "money_acts_created_at_id_idx" ON "money_acts"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "former_memberships" ADD CONSTRAINT "former_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;


ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_status_check" CHECK ("status" IN ('open', 'done', 'rejected', 'expired'));
-- What needs a second person is never done by its author alone.
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_second_person_check" CHECK (
  "status" <> 'done' OR NOT "needs_second" OR ("decided_by_id" IS NOT NULL AND "decided_by_id" <> "author_id"));
CREATE INDEX "money_acts_open_idx" ON "money_acts"("created_at") WHERE "status" = 'open';

-- However a membership ends, also by hand. Of a deleted account nothing is kept.
CREATE FUNCTION keep_former_membership() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "former_memberships" ("user_id", "business_id", "ended_at")
  SELECT OLD."user_id", OLD."business_id", now() WHERE EXISTS (SELECT FROM "users" WHERE "id" = OLD."user_id")
  ON CONFLICT ("user_id", "business_id") DO UPDATE SET "ended_at" = EXCLUDED."ended_at";
  RETURN NULL;
END $$;
CREATE TRIGGER "memberships_are_remembered" AFTER DELETE ON "memberships" FOR EACH ROW EXECUTE FUNCTION keep_former_membership();
