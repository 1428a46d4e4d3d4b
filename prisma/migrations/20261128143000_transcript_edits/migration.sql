-- A job without edits, and a link that shows a trace, are as before.
ALTER TABLE "jobs" ADD COLUMN "edits_object" TEXT;

ALTER TABLE "shared_traces" ADD COLUMN "shows_transcript" BOOLEAN NOT NULL DEFAULT false;
