-- Lists of pronunciations that requests name, each with the rules of its versions.
-- CreateTable
CREATE TABLE "pronunciation_dictionaries" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "latest_version_id" TEXT NOT NULL,
    "rules_count" INTEGER NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "pronunciation_dictionaries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pronunciation_dictionary_versions" (
    "id" TEXT NOT NULL,
    "dictionary_id" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pronunciation_dictionary_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pronunciation_dictionaries_business_id_created_at_id_idx" ON "pronunciation_dictionaries"("business_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "pronunciation_dictionary_versions_dictionary_id_created_at_idx" ON "pronunciation_dictionary_versions"("dictionary_id", "created_at");

-- AddForeignKey
ALTER TABLE "pronunciation_dictionaries" ADD CONSTRAINT "pronunciation_dictionaries_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pronunciation_dictionary_versions" ADD CONSTRAINT "pronunciation_dictionary_versions_dictionary_id_fkey" FOREIGN KEY ("dictionary_id") REFERENCES "pronunciation_dictionaries"("id") ON DELETE CASCADE ON UPDATE CASCADE;


