-- Wider than before, so every row fits it, and the previous release's keys do too.
ALTER TABLE "api_keys" DROP CONSTRAINT "known_scopes",
ADD CONSTRAINT "known_scopes" CHECK ("scopes" <@ ARRAY['tts:execute', 'stt:execute', 'webhooks:manage', 'balance:read']);

ALTER TABLE "businesses" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_reason" TEXT;
