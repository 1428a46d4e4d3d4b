-- What a partner sent with a request in X-Metadata.
ALTER TABLE "jobs" ADD COLUMN "metadata" JSONB;
-- API keys whose requests an endpoint receives events of; all without any.
ALTER TABLE "webhook_endpoints" ADD COLUMN "key_ids" TEXT[] NOT NULL DEFAULT '{}';
-- Whether deliveries include transcripts and links to audio.
ALTER TABLE "webhook_endpoints" ADD COLUMN "has_content" BOOLEAN NOT NULL DEFAULT false;
