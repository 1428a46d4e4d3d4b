-- CreateTable
CREATE TABLE "prices" (
    "id" TEXT NOT NULL,
    "model_id" TEXT NOT NULL,
    "business_id" TEXT,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "price_vnd" INTEGER NOT NULL,
    "unit" TEXT NOT NULL,
    "tax_included" BOOLEAN NOT NULL DEFAULT true,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "configured_prices" (
    "model_id" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "price_vnd" INTEGER NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "configured_prices_pkey" PRIMARY KEY ("model_id","unit","price_vnd","valid_from")
);

-- AddForeignKey
ALTER TABLE "prices" ADD CONSTRAINT "prices_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "prices" ADD CONSTRAINT "price_above_zero" CHECK ("price_vnd" > 0);
ALTER TABLE "prices" ADD CONSTRAINT "known_unit" CHECK ("unit" IN ('1000_characters', 'second'));
ALTER TABLE "prices" ADD CONSTRAINT "known_source" CHECK ("source" IN ('built_in', 'engines', 'operator'));

CREATE TRIGGER "prices_written_once" BEFORE UPDATE OR DELETE ON "prices" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "prices_never_truncated" BEFORE TRUNCATE ON "prices" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- AlterTable. Without foreign keys: each would cost a hold and a charge a lookup, and no price is ever deleted.
ALTER TABLE "jobs" ADD COLUMN "price_id" TEXT, ADD COLUMN "units" INTEGER;
ALTER TABLE "transfers" ADD COLUMN "price_id" TEXT, ADD COLUMN "units" INTEGER;
