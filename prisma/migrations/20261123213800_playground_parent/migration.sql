-- One playground key of a session in a business has the cap that all of them share.
CREATE UNIQUE INDEX "playground_parents" ON "api_keys" ("session_id", "business_id")
  WHERE "kind" = 'playground' AND "replaced_by_id" IS NULL AND "monthly_cap_milli" IS NOT NULL AND "revoked_at" IS NULL;
