-- A business without a row gets its transcripts as the recognizer gives them, as before.
CREATE TABLE "transcript_settings" (
    "business_id" TEXT NOT NULL,
    "formatting" TEXT[] NOT NULL,
    "keyterms" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "transcript_settings_pkey" PRIMARY KEY ("business_id"),
    CONSTRAINT "transcript_settings_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

ALTER TABLE "api_keys" ADD COLUMN "keyterms" TEXT[] NOT NULL DEFAULT '{}';
