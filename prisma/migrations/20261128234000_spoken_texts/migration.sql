-- The characters that are charged for a text that is spoken while it comes, for the worker that ends the sessions of a dead
-- process. Transcriptions are charged by their seconds.
ALTER TABLE "live_sessions" ADD COLUMN "delivered_units" INTEGER;
