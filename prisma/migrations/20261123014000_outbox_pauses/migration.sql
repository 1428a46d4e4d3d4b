CREATE TABLE "outbox_pauses" (
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "places" INTEGER,

    CONSTRAINT "outbox_pauses_pkey" PRIMARY KEY ("kind", "target")
);

CREATE INDEX "outbox_pauses_target_idx" ON "outbox_pauses"("target");
CREATE INDEX "webhook_hours_hour_idx" ON "webhook_hours"("hour");
