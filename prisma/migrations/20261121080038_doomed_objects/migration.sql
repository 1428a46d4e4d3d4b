-- CreateTable
CREATE TABLE "doomed_objects" (
    "object" TEXT NOT NULL,
    "tracking_id" TEXT NOT NULL,

    CONSTRAINT "doomed_objects_pkey" PRIMARY KEY ("object")
);

-- CreateIndex
CREATE INDEX "doomed_objects_tracking_id_idx" ON "doomed_objects"("tracking_id");
