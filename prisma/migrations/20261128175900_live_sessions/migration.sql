-- Live transcription: sessions that are open, and tokens by which a browser opens one.
CREATE TABLE "live_sessions" (
    "tracking_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "call" JSONB NOT NULL,
    "delivered_seconds" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_sessions_pkey" PRIMARY KEY ("tracking_id")
);

CREATE INDEX "live_sessions_expires_at_idx" ON "live_sessions"("expires_at");

CREATE TABLE "live_tokens" (
    "digest" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "key_fingerprint" TEXT NOT NULL,
    "address" TEXT,
    "region" TEXT NOT NULL,
    "longest_seconds" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_tokens_pkey" PRIMARY KEY ("digest")
);

CREATE INDEX "live_tokens_expires_at_idx" ON "live_tokens"("expires_at");
