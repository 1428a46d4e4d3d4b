-- Movements by the payment that they name in their reference (`top_up:btr_…:available`). Charges and holds, of which there
-- are many, name a job and are found by it. In a transaction of its own, so that transfers can be read while it is built.
CREATE INDEX "transfers_by_payment" ON "transfers" (split_part("reference", ':', 2))
  WHERE "kind" NOT IN ('hold', 'release', 'charge', 'promotional');
