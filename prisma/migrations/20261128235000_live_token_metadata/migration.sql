-- What a partner's server says of the transcription that a browser opens.
ALTER TABLE "live_tokens" ADD COLUMN "metadata" JSONB;
