-- Which accounts differ, so that an alarm that the staff closed is raised again once others do.
ALTER TABLE "book_audits" ADD COLUMN "fingerprint" TEXT NOT NULL DEFAULT '';
