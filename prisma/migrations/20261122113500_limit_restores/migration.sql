-- As before, but `restores_ms` of a full bucket is when it has room again. Where a limit was lowered, several calls must
-- stop counting before that, and not only the oldest.
CREATE OR REPLACE FUNCTION take_limits(
  buckets text[], mosts integer[], window_ms integer,
  pools text[], pool_mosts integer[], lease text, lease_ms integer, at_ms bigint,
  OUT refused_bucket integer, OUT refused_pool integer, OUT wait_ms bigint,
  OUT lefts integer[], OUT restores_ms bigint[], OUT pool_lefts integer[]
) LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
DECLARE
  counters limit_counters[] := '{}';
  counter limit_counters;
  now_ms bigint;
  restores bigint;
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
    restores := coalesce(counter.moments[1], now_ms) + window_ms - now_ms;
    IF counter.total >= mosts[i] THEN
      freed := 0;
      place := 0;
      WHILE freed <= counter.total - mosts[i] AND place < cardinality(counter.moments) LOOP
        place := place + 1;
        freed := freed + counter.hits[place];
      END LOOP;
      refused_bucket := coalesce(refused_bucket, i);
      restores := coalesce(counter.moments[place], now_ms) + window_ms - now_ms;
      wait_ms := greatest(wait_ms, restores);
    END IF;
    lefts := lefts || greatest(mosts[i] - counter.total, 0);
    restores_ms := restores_ms || restores;
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
