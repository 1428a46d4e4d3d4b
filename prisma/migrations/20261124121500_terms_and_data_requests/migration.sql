-- The versions of the operator's terms that people accepted.
CREATE TABLE "terms_acceptances" (
    "user_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_acceptances_pkey" PRIMARY KEY ("user_id", "version")
);
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Requests about a person's own data, with the dates that the law sets.
CREATE TABLE "data_requests" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "answer_due_at" TIMESTAMPTZ(3) NOT NULL,
    "done_due_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "data_requests_kind_check" CHECK ("kind" IN ('access', 'correct', 'erase', 'restrict', 'withdraw')),
    CONSTRAINT "data_requests_answer_check" CHECK (("answer" IS NULL) = ("answered_at" IS NULL) AND ("closed_at" IS NULL OR "answer" IS NOT NULL))
);
CREATE INDEX "data_requests_user_id_idx" ON "data_requests"("user_id");
CREATE INDEX "data_requests_open_idx" ON "data_requests"("created_at") WHERE "closed_at" IS NULL;
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
