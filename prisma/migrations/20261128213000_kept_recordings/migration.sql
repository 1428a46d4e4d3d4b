-- The recording of a job, which the history has once the job ends.
ALTER TABLE "long_jobs" ADD COLUMN "audio_object" TEXT;
