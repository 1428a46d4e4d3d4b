-- Keys for tests, and what they did. Everything that was there is live, and so is what the previous release writes.
CREATE TYPE "KeyMode" AS ENUM ('live', 'test');
ALTER TABLE "api_keys" ADD COLUMN "mode" "KeyMode" NOT NULL DEFAULT 'live';
ALTER TABLE "jobs" ADD COLUMN "mode" "KeyMode" NOT NULL DEFAULT 'live';
ALTER TABLE "refused_requests" ADD COLUMN "mode" "KeyMode" NOT NULL DEFAULT 'live';
ALTER TABLE "events" ADD COLUMN "livemode" BOOLEAN NOT NULL DEFAULT true;
