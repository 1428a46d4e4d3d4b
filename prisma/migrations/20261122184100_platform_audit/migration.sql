CREATE TABLE "platform_audit_events" (
    "id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "operator" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "business_id" TEXT,
    "details" JSONB NOT NULL,

    CONSTRAINT "platform_audit_events_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "platform_audit_events_business_id_id_idx" ON "platform_audit_events"("business_id", "id");

CREATE TRIGGER "platform_audit_events_written_once" BEFORE UPDATE OR DELETE ON "platform_audit_events" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER "platform_audit_events_never_truncated" BEFORE TRUNCATE ON "platform_audit_events" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
