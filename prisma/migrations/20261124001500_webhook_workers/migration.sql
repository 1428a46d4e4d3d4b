-- A process that delivers webhooks, and what it has in flight.
CREATE TABLE "webhook_workers" (
    "id" INTEGER NOT NULL,
    "queue" TEXT NOT NULL,
    "targets" TEXT[] NOT NULL DEFAULT '{}',
    "running" JSONB NOT NULL DEFAULT '[]',
    CONSTRAINT "webhook_workers_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "webhook_endpoints" ADD COLUMN "is_ordered" BOOLEAN NOT NULL DEFAULT false;
