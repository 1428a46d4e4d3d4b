-- In a transaction of its own: a running process locks holds after transfers, and also before them.
ALTER TABLE "holds" ADD COLUMN "price_id" TEXT, ADD COLUMN "units" INTEGER;

-- A settled hold may still be given the price it was made under, once, and nothing else.
CREATE OR REPLACE FUNCTION refuse_second_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."status" = 'open' THEN
    RETURN NEW;
  END IF;
  IF OLD."price_id" IS NULL AND NEW."price_id" IS NOT NULL
    AND to_jsonb(NEW) - '{price_id,units}'::text[] = to_jsonb(OLD) - '{price_id,units}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'hold % is already settled', OLD."tracking_id" USING ERRCODE = 'restrict_violation';
END $$;

-- CreateTable
CREATE TABLE "price_backfills" (
    "service" "Service" NOT NULL,
    "cursor" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "price_backfills_pkey" PRIMARY KEY ("service")
);

-- A day on, because processes of the previous release may still run for a while.
INSERT INTO "price_backfills" ("service", "cursor", "ends_at")
SELECT "service", "service" || '_', now() + interval '1 day' FROM unnest(enum_range(NULL::"Service")) AS "service";
