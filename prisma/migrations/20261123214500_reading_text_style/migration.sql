-- AlterTable
ALTER TABLE "reading_settings" ADD COLUMN     "text_style" TEXT;
