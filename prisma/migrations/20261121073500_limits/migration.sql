-- AlterTable
ALTER TABLE "businesses" ADD COLUMN     "concurrent_calls" INTEGER NOT NULL DEFAULT 8,
ADD COLUMN     "requests_per_minute" INTEGER NOT NULL DEFAULT 120;

-- CreateTable
CREATE UNLOGGED TABLE "limit_counters" (
    "bucket" TEXT NOT NULL,
    "moments" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "hits" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "total" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "limit_counters_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE UNLOGGED TABLE "limit_leases" (
    "pool" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "expires_at" BIGINT NOT NULL,

    CONSTRAINT "limit_leases_pkey" PRIMARY KEY ("pool","id")
);

-- CreateTable
CREATE TABLE "refused_requests" (
    "request_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "stands_for" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refused_requests_pkey" PRIMARY KEY ("request_id")
);

-- CreateIndex
CREATE INDEX "refused_requests_business_id_created_at_idx" ON "refused_requests"("business_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "refused_requests_key_id_created_at_idx" ON "refused_requests"("key_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "refused_requests_created_at_idx" ON "refused_requests"("created_at");

-- What the schema language cannot say.

-- Rows that change with every call: room for the next version beside the last.
ALTER TABLE "limit_counters" SET (fillfactor = 50);

-- Asks several limits at once whether one more call may come: all of them count it, or none does.
--
-- Each bucket holds the moments of the last window's calls, so that no window of that length, wherever it begins, ever
-- holds more than its most. Above 125 calls, those of one 125th of the window share an entry that lives as long as the
-- last of them: still never more, and at most 1 % fewer. Pools count calls under way. The first bucket's row is locked
-- for all of it, so what calls of one owner see of the pools is exact. Without `at_ms` the time is the database's own.
CREATE FUNCTION take_limits(
  buckets text[], mosts integer[], window_ms integer,
  pools text[], pool_mosts integer[], lease text, lease_ms integer, at_ms bigint,
  OUT refused_bucket integer, OUT refused_pool integer, OUT wait_ms bigint,
  OUT lefts integer[], OUT restores_ms bigint[], OUT pool_lefts integer[]
) LANGUAGE plpgsql AS $$
DECLARE
  counters limit_counters[] := '{}';
  counter limit_counters;
  now_ms bigint;
  place integer;
  freed integer;
  used integer;
  grain integer;
BEGIN
  lefts := '{}'; restores_ms := '{}'; pool_lefts := '{}'; wait_ms := 0;
  FOR i IN 1 .. cardinality(buckets) LOOP
    SELECT * INTO counter FROM limit_counters WHERE bucket = buckets[i] FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO limit_counters (bucket) VALUES (buckets[i]) ON CONFLICT DO NOTHING;
      SELECT * INTO counter FROM limit_counters WHERE bucket = buckets[i] FOR UPDATE;
    END IF;
    -- Never backwards, whichever process asks.
    now_ms := greatest(
      coalesce(at_ms, (extract(epoch FROM clock_timestamp()) * 1000)::bigint),
      counter.moments[cardinality(counter.moments)]
    );
    place := 1;
    WHILE counter.moments[place] <= now_ms - window_ms LOOP
      counter.total := counter.total - counter.hits[place];
      place := place + 1;
    END LOOP;
    IF place > 1 THEN
      counter.moments := counter.moments[place:];
      counter.hits := counter.hits[place:];
    END IF;
    IF counter.total >= mosts[i] THEN
      freed := 0;
      place := 0;
      WHILE freed <= counter.total - mosts[i] AND place < cardinality(counter.moments) LOOP
        place := place + 1;
        freed := freed + counter.hits[place];
      END LOOP;
      refused_bucket := coalesce(refused_bucket, i);
      wait_ms := greatest(wait_ms, coalesce(counter.moments[place], now_ms) + window_ms - now_ms);
    END IF;
    lefts := lefts || greatest(mosts[i] - counter.total, 0);
    restores_ms := restores_ms || coalesce(counter.moments[1], now_ms) + window_ms - now_ms;
    counters := counters || counter;
  END LOOP;

  FOR i IN 1 .. cardinality(pools) LOOP
    SELECT count(*) INTO used FROM limit_leases WHERE pool = pools[i] AND expires_at > now_ms;
    IF used >= pool_mosts[i] THEN
      refused_pool := coalesce(refused_pool, i);
    END IF;
    pool_lefts := pool_lefts || greatest(pool_mosts[i] - used, 0);
  END LOOP;
  IF refused_bucket IS NOT NULL OR refused_pool IS NOT NULL THEN
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(buckets) LOOP
    counter := counters[i];
    place := cardinality(counter.moments);
    grain := CASE WHEN mosts[i] > 125 THEN greatest(window_ms / 125, 1) END;
    IF counter.moments[place] / grain = now_ms / grain THEN
      counter.moments[place] := now_ms;
      counter.hits[place] := counter.hits[place] + 1;
    ELSE
      counter.moments := counter.moments || now_ms;
      counter.hits := counter.hits || 1;
    END IF;
    UPDATE limit_counters SET moments = counter.moments, hits = counter.hits, total = counter.total + 1
      WHERE bucket = counter.bucket;
    lefts[i] := lefts[i] - 1;
  END LOOP;
  FOR i IN 1 .. cardinality(pools) LOOP
    INSERT INTO limit_leases (pool, id, expires_at) VALUES (pools[i], lease, now_ms + lease_ms);
    pool_lefts[i] := pool_lefts[i] - 1;
  END LOOP;
END;
$$;
