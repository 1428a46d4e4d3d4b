-- What the staff set for speech engines, and what each process says of its own.
CREATE TABLE "engine_settings" (
    "engine" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'on',
    "weights" JSONB NOT NULL DEFAULT '{}',
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "engine_settings_pkey" PRIMARY KEY ("engine"),
    CONSTRAINT "engine_settings_state_check" CHECK ("state" IN ('on', 'draining', 'off'))
);
-- Unlogged: a crash of the database loses what the processes say again within seconds.
CREATE UNLOGGED TABLE "engine_processes" (
    "process" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "places" INTEGER NOT NULL,
    "running" INTEGER NOT NULL,
    "waiting" INTEGER NOT NULL,
    "circuit" TEXT NOT NULL,
    "is_well" BOOLEAN,
    "detail" TEXT,
    "calls" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "p50_ms" INTEGER,
    "p95_ms" INTEGER,
    "upstreams" JSONB NOT NULL DEFAULT '[]',
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "engine_processes_pkey" PRIMARY KEY ("process","engine")
);
CREATE INDEX "engine_processes_seen_at_idx" ON "engine_processes"("seen_at");

-- What the staff were notified of, and which alarms they closed.
CREATE TABLE "overdue_notices" (
    "item" TEXT NOT NULL,
    "notified_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "overdue_notices_pkey" PRIMARY KEY ("item")
);
CREATE TABLE "alarm_closings" (
    "alarm" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alarm_closings_pkey" PRIMARY KEY ("alarm")
);

-- For the desk's figures of all businesses: rows are written in the order of their hours.
CREATE INDEX "usage_hourly_hour_idx" ON "usage_hourly" USING BRIN ("hour");
