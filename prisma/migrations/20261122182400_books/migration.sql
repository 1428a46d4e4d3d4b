-- CreateTable
CREATE TABLE "book_checkpoints" (
    "id" TEXT NOT NULL,
    "snapshot" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "book_checkpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "book_balances" (
    "checkpoint_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "balance_milli" BIGINT NOT NULL,

    CONSTRAINT "book_balances_pkey" PRIMARY KEY ("checkpoint_id","account_id")
);

-- CreateTable
CREATE TABLE "book_audits" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "audited_at" TIMESTAMPTZ(3) NOT NULL,
    "fully_audited_at" TIMESTAMPTZ(3) NOT NULL,
    "differences" INTEGER NOT NULL,

    CONSTRAINT "book_audits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "uncharged_jobs" (
    "tracking_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "amount_milli" BIGINT NOT NULL,
    "charged_milli" BIGINT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uncharged_jobs_pkey" PRIMARY KEY ("tracking_id")
);

-- AddForeignKey
ALTER TABLE "book_balances" ADD CONSTRAINT "book_balances_checkpoint_id_fkey" FOREIGN KEY ("checkpoint_id") REFERENCES "book_checkpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
