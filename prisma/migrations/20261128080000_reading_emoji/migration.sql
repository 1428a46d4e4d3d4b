ALTER TABLE "reading_settings" ADD COLUMN "emoji" TEXT;
