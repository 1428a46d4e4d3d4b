-- Takes several rate limits and a concurrency lease together: all of them count the request, or none does.
--
-- A bucket is limited by GCRA: it lets `limits[i]` requests pass at once and then one each `window_ms / limits[i]`, so the
-- limit on average and at most twice the limit in any one window. Its state is one number, the theoretical arrival time
-- (TAT): the moment from which it is unused again. A limit of 0 rejects everything.
--
-- A pool bounds the requests that run at once: `lease` is inserted into each (`limit_leases`), and counts for `lease_ms`
-- unless it is renewed or deleted. Requests that share a pool must share a bucket, whose row lock makes the count exact.
-- With '{}' for `pools` the lease may be NULL.
--
-- Returns one row, also when it rejects, with what response headers need, in the order of the arrays: what remains after
-- this request (`remaining`, `pool_remaining`) and when one more remains (`reset_ms`). A rejection has the first full
-- bucket or pool (counted from 1, otherwise NULL) and `wait_ms`, the longest `reset_ms` of the full buckets.
--
-- A full bucket's TAT is one window ahead at most. One that is further ahead comes from before the clock was set back, and
-- is moved to one window ahead, so that the bucket does not stay full until the clock has caught up.
--
-- The time is the database's, unless a test gives `at_ms`. Rows are created and locked in the order of their names before
-- any is read, so concurrent calls wait for each other and never deadlock. A statement may call it LATERAL for one row:
--   SELECT … FROM api_keys k, LATERAL take_rate_limits(ARRAY[k.business_id || ' business'], …) t WHERE k.…
CREATE OR REPLACE FUNCTION take_rate_limits(
  buckets text[], limits integer[], window_ms integer,
  pools text[], pool_limits integer[], lease text, lease_ms integer, at_ms bigint,
  OUT refused_bucket integer, OUT refused_pool integer, OUT wait_ms bigint,
  OUT remaining integer[], OUT reset_ms bigint[], OUT pool_remaining integer[]
) LANGUAGE plpgsql
-- A bitmap scan reads all deleted leases again each time; an index scan marks them once and skips them.
SET enable_bitmapscan = off AS $$
DECLARE
  now_us bigint;
  window_us bigint := window_ms * 1000::bigint;
  interval_us bigint;
  used_us bigint;
  running integer;
BEGIN
  remaining := '{}'; reset_ms := '{}'; pool_remaining := '{}'; wait_ms := 0;
  -- DO UPDATE locks a row that exists, also where its condition says to leave it as it is.
  INSERT INTO rate_limits (bucket, tat_us) SELECT name, 0 FROM unnest(buckets) AS name ORDER BY name
    ON CONFLICT (bucket) DO UPDATE SET tat_us = 0 WHERE false;
  now_us := coalesce(at_ms * 1000, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

  FOR i IN 1 .. cardinality(buckets) LOOP
    interval_us := window_us / greatest(limits[i], 1);
    SELECT greatest(tat_us - now_us, 0) INTO used_us FROM rate_limits WHERE bucket = buckets[i];
    IF used_us > window_us THEN
      used_us := window_us;
      UPDATE rate_limits SET tat_us = now_us + window_us WHERE bucket = buckets[i];
    END IF;
    remaining[i] := greatest(limits[i] - (used_us + interval_us - 1) / interval_us, 0);
    reset_ms[i] := (used_us - (limits[i] - 1 - remaining[i]) * interval_us + 999) / 1000;
    IF remaining[i] = 0 THEN
      refused_bucket := coalesce(refused_bucket, i);
      wait_ms := greatest(wait_ms, reset_ms[i]);
    END IF;
  END LOOP;
  FOR i IN 1 .. cardinality(pools) LOOP
    SELECT count(*) INTO running FROM limit_leases WHERE pool = pools[i] AND expires_at > now_us / 1000;
    pool_remaining[i] := greatest(pool_limits[i] - running, 0);
    IF pool_remaining[i] = 0 THEN
      refused_pool := coalesce(refused_pool, i);
    END IF;
  END LOOP;
  IF refused_bucket IS NOT NULL OR refused_pool IS NOT NULL THEN
    RETURN;
  END IF;

  FOR i IN 1 .. cardinality(buckets) LOOP
    UPDATE rate_limits SET tat_us = greatest(tat_us, now_us) + window_us / limits[i]
      WHERE bucket = buckets[i];
    remaining[i] := remaining[i] - 1;
  END LOOP;
  FOR i IN 1 .. cardinality(pools) LOOP
    INSERT INTO limit_leases (pool, id, expires_at) VALUES (pools[i], lease, now_us / 1000 + lease_ms);
    pool_remaining[i] := pool_remaining[i] - 1;
  END LOOP;
END;
$$;
