-- When members were last notified that events wait long for an endpoint that works.
ALTER TABLE "webhook_endpoints" ADD COLUMN "behind_noticed_at" TIMESTAMPTZ(3);
