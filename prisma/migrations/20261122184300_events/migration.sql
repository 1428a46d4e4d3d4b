CREATE TABLE "event_subscriptions" (
    "business_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,

    CONSTRAINT "event_subscriptions_pkey" PRIMARY KEY ("business_id","type")
);

CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "schema_version" INTEGER NOT NULL,
    "object_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "events_object_id_sequence_key" ON "events"("object_id", "sequence");

CREATE INDEX "events_created_at_idx" ON "events"("created_at");

ALTER TABLE "event_subscriptions" ADD CONSTRAINT "event_subscriptions_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "api_keys" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;
