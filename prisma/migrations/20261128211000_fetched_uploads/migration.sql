-- The version of a file that is read from a URL, so that the rest of another one is not added to it.
ALTER TABLE "stored_uploads" ADD COLUMN "source_version" TEXT;
