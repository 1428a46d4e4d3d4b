-- The transcript of a live transcription so far, for the worker that ends the sessions of a dead process, and the region
-- whose workers end it. Sessions of the release before have neither.
ALTER TABLE "live_sessions" ADD COLUMN "draft_object" TEXT, ADD COLUMN "region" TEXT;
