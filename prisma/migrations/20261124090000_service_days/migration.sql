-- What the status page shows: requests of a day, of all businesses together.
CREATE TABLE "service_days" (
    "day" DATE NOT NULL,
    "region" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "completed" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,

    CONSTRAINT "service_days_pkey" PRIMARY KEY ("day","region","service")
);
