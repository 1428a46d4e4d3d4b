-- The partner's own keys and values of a rejected request, as `jobs` has them of a job.
ALTER TABLE "refused_requests" ADD COLUMN "metadata" JSONB;

-- The values of metadata with their business, in lower case, so that a value is found without its key.
CREATE INDEX "jobs_metadata_values_idx" ON "jobs"
  USING gin (jsonb_insert('{}', ARRAY[business_id], lower(jsonb_path_query_array(metadata, '$.*')::text)::jsonb) jsonb_path_ops)
  WHERE metadata IS NOT NULL;

CREATE INDEX "refused_requests_metadata_values_idx" ON "refused_requests"
  USING gin (jsonb_insert('{}', ARRAY[business_id], lower(jsonb_path_query_array(metadata, '$.*')::text)::jsonb) jsonb_path_ops)
  WHERE metadata IS NOT NULL;
