-- Jobs by a pair of their metadata, for each business apart: a pair that is common in another business costs nothing. In a
-- transaction of its own, so that jobs can be read while it is built.
CREATE INDEX "jobs_metadata_idx" ON "jobs"
  USING GIN (jsonb_insert('{}', ARRAY["business_id"], "metadata") jsonb_path_ops) WHERE "metadata" IS NOT NULL;
