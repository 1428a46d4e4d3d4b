CREATE TABLE "outbox_messages" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "payload" TEXT,
    "dedupe_key" TEXT,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "outbox_messages_state" CHECK ("state" IN ('waiting', 'delivered', 'dead'))
);

CREATE INDEX "outbox_by_target" ON "outbox_messages" ("kind", "target", "due_at", "id") WHERE "state" = 'waiting';
CREATE INDEX "outbox_by_due_at" ON "outbox_messages" ("kind", "due_at") WHERE "state" = 'waiting';
CREATE INDEX "outbox_in_flight" ON "outbox_messages" ("kind", "target") WHERE "leased_until" IS NOT NULL;
CREATE INDEX "outbox_finished" ON "outbox_messages" ("state", "finished_at") WHERE "state" <> 'waiting';
CREATE UNIQUE INDEX "outbox_once" ON "outbox_messages" ("kind", "dedupe_key") WHERE "dedupe_key" IS NOT NULL;

-- The second notice, whose former column refers to outgoing_mails.
ALTER TABLE "factor_resets" ADD COLUMN "reminder_message_id" TEXT;
CREATE UNIQUE INDEX "factor_resets_reminder_message_id_key" ON "factor_resets" ("reminder_message_id");
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_reminder_message_id_fkey"
    FOREIGN KEY ("reminder_message_id") REFERENCES "outbox_messages" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
