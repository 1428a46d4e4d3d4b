-- The business's endpoint for the callbacks of its jobs.
ALTER TABLE "webhook_endpoints" ADD COLUMN "is_callbacks" BOOLEAN NOT NULL DEFAULT false;

-- Where a delivery goes instead of its endpoint's URL.
ALTER TABLE "webhook_deliveries" ADD COLUMN "url" TEXT;

-- Where the events of a job are sent besides endpoints.
ALTER TABLE "long_jobs" ADD COLUMN "callback_url" TEXT;
