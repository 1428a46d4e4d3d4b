-- CreateTable
CREATE TABLE "daily_allowances" (
    "business_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "silent_seconds" INTEGER NOT NULL DEFAULT 0,
    "disconnects" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "daily_allowances_pkey" PRIMARY KEY ("business_id","day")
);
