-- CreateTable
CREATE TABLE "stored_uploads" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "mode" "KeyMode" NOT NULL,
    "region" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "received_bytes" BIGINT NOT NULL DEFAULT 0,
    "metadata_object" TEXT,
    "writer" TEXT,
    "job_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upload_pieces" (
    "upload_id" TEXT NOT NULL,
    "start" BIGINT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "object" TEXT NOT NULL,

    CONSTRAINT "upload_pieces_pkey" PRIMARY KEY ("upload_id","start")
);

-- CreateIndex
CREATE UNIQUE INDEX "stored_uploads_job_id_key" ON "stored_uploads"("job_id");

-- CreateIndex
CREATE INDEX "stored_uploads_business_id_idx" ON "stored_uploads"("business_id");

-- CreateIndex
CREATE INDEX "stored_uploads_expires_at_idx" ON "stored_uploads"("expires_at");

-- AddForeignKey
ALTER TABLE "stored_uploads" ADD CONSTRAINT "stored_uploads_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "stored_uploads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
