-- CreateTable
CREATE TABLE "password_guesses" (
    "account" TEXT NOT NULL,
    "failed_at" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "password_guesses_pkey" PRIMARY KEY ("account")
);

-- CreateIndex
CREATE INDEX "password_guesses_last_at_idx" ON "password_guesses"("last_at");
