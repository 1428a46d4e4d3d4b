-- CreateTable
CREATE TABLE "reading_settings" (
    "business_id" TEXT NOT NULL,
    "empty_ten" TEXT,
    "thousand" TEXT,
    "four" TEXT,
    "year" TEXT,
    "decimals" TEXT,

    CONSTRAINT "reading_settings_pkey" PRIMARY KEY ("business_id")
);

-- AddForeignKey
ALTER TABLE "reading_settings" ADD CONSTRAINT "reading_settings_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
