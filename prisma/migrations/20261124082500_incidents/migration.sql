-- Faults and maintenance that partners read about on the status page.
CREATE TABLE "incidents" (
    "id" TEXT NOT NULL,
    "region" TEXT,
    "services" TEXT[],
    "impact" TEXT NOT NULL,
    "title_vi" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "incidents_impact_check" CHECK ("impact" IN ('maintenance', 'degraded', 'outage')),
    CONSTRAINT "incidents_resolved_check" CHECK (("status" = 'resolved') = ("resolved_at" IS NOT NULL))
);
CREATE INDEX "incidents_started_at_id_idx" ON "incidents"("started_at" DESC, "id" DESC);
CREATE INDEX "incidents_open_idx" ON "incidents"("started_at") WHERE "resolved_at" IS NULL;
CREATE TABLE "incident_updates" (
    "id" TEXT NOT NULL,
    "incident_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "text_vi" TEXT NOT NULL,
    "text_en" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_updates_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "incident_updates_status_check" CHECK ("status" IN ('investigating', 'identified', 'monitoring', 'resolved'))
);
CREATE INDEX "incident_updates_incident_id_id_idx" ON "incident_updates"("incident_id", "id");
ALTER TABLE "incident_updates" ADD CONSTRAINT "incident_updates_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
