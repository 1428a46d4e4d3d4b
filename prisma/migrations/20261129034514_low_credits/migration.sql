-- The businesses whose credit went below a level that they are to be warned of.
CREATE TABLE "low_credits" (
    "business_id" TEXT NOT NULL,
    "xid" xid8 NOT NULL,

    CONSTRAINT "low_credits_pkey" PRIMARY KEY ("business_id")
);

-- The levels are those of `lib/money/alerts/schema.ts`. Workers listen to this channel: see `wakeChannel`.
CREATE FUNCTION note_low_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (VALUES (NEW.business_id)) AS changed (business_id) LEFT JOIN credit_alerts a USING (business_id)
    WHERE NEW.balance_milli < CASE
      WHEN a.business_id IS NULL THEN 20000000
      ELSE greatest(CASE WHEN a.amount_alerted_at IS NULL THEN a.below_vnd * 1000 END,
        CASE WHEN a.used_up_alerted_at IS NULL THEN 1000000 END) END
  ) THEN
    INSERT INTO low_credits VALUES (NEW.business_id, pg_current_xact_id())
    ON CONFLICT (business_id) DO UPDATE SET xid = excluded.xid;
    PERFORM pg_notify('vang_webhooks', 'credit.low');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "wallet_accounts_note_low_credit" AFTER UPDATE ON "wallet_accounts" FOR EACH ROW
  WHEN (NEW."kind" = 'available' AND NEW."balance_milli" < OLD."balance_milli") EXECUTE FUNCTION note_low_credit();
