-- What the callback of a request that another vendor's client sent repeats and is composed by.
ALTER TABLE "long_jobs" ADD COLUMN "callback_echo" JSONB;
ALTER TABLE "webhook_deliveries" ADD COLUMN "echo" JSONB;
