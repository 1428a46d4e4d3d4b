-- AlterTable
ALTER TABLE "users" ADD COLUMN     "locale_chosen" BOOLEAN NOT NULL DEFAULT false;
