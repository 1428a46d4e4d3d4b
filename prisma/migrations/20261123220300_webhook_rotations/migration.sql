ALTER TABLE "webhook_secrets" ADD COLUMN "rotation_key" TEXT;
CREATE UNIQUE INDEX "webhook_secrets_endpoint_id_rotation_key_key" ON "webhook_secrets"("endpoint_id", "rotation_key");
