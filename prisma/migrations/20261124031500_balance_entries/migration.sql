-- What the schema language cannot say: a balance changes only together with the transfers that say why, in one statement.
-- For each statement, because one changes several accounts. Its rows have the same xmin and cmin; `xid`, which has an
-- index, can also be that of older rows after a restore. The index is used also with the statistics of an empty table.
CREATE FUNCTION refuse_balance_without_transfers() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM FROM (
      SELECT id, balance_milli AS milli FROM after_change
      UNION ALL
      SELECT id, -balance_milli FROM before_change
      UNION ALL
      SELECT moved.id, -moved.milli
      FROM (SELECT a.xmin, a.cmin FROM wallet_accounts a JOIN after_change USING (id) LIMIT 1) AS written (by, command)
      JOIN transfers t ON t.xid = pg_current_xact_id() AND t.xmin = written.by AND t.cmin = written.command
      CROSS JOIN LATERAL (
        VALUES (t.debit_account_id, -t.amount_milli), (t.credit_account_id, t.amount_milli)) AS moved (id, milli)
    ) AS changes GROUP BY id HAVING sum(milli) <> 0 LIMIT 1;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  RAISE EXCEPTION 'a balance changes only with its transfers';
END $$;

CREATE TRIGGER "wallet_accounts_change_with_transfers" AFTER UPDATE ON "wallet_accounts"
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_balance_without_transfers();
CREATE TRIGGER "wallet_accounts_begin_empty" BEFORE INSERT ON "wallet_accounts" FOR EACH ROW
  WHEN (NEW.balance_milli <> 0) EXECUTE FUNCTION refuse_balance_without_transfers();
