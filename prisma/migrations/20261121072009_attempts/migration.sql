-- AlterTable
ALTER TABLE "attempt_guards" DROP COLUMN "failures",
DROP COLUMN "since",
ADD COLUMN     "failed_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
ADD COLUMN     "told_at" TIMESTAMPTZ(3);


