CREATE TABLE "notices" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "business_id" TEXT,
    "kind" TEXT NOT NULL,
    "values" JSONB NOT NULL,
    "about_user_id" TEXT,
    "path" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notice_preferences" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "email" BOOLEAN NOT NULL,

    CONSTRAINT "notice_preferences_pkey" PRIMARY KEY ("user_id","kind")
);

CREATE INDEX "notices_user_id_created_at_id_idx" ON "notices"("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at");
CREATE INDEX "notices_business_id_idx" ON "notices"("business_id");
CREATE INDEX "notices_about_user_id_idx" ON "notices"("about_user_id");
-- The unread count is read with every page of the console.
CREATE INDEX "notices_unread_idx" ON "notices"("user_id") WHERE "read_at" IS NULL;

ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_about_user_id_fkey" FOREIGN KEY ("about_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
