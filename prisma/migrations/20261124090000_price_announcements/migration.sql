-- The notices of new prices, which a worker sends.
CREATE TABLE "price_announcements" (
    "price_id" TEXT NOT NULL,
    "former_vnd" INTEGER,
    "cursor" TEXT NOT NULL DEFAULT '',
    "notified" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "price_announcements_pkey" PRIMARY KEY ("price_id")
);

-- AddForeignKey
ALTER TABLE "price_announcements" ADD CONSTRAINT "price_announcements_price_id_fkey" FOREIGN KEY ("price_id") REFERENCES "prices"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
