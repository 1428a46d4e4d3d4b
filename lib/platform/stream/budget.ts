import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";

/** How long publishing may take: NATS elects a new leader within 8.5 s. In PostgreSQL it is one statement. */
export const publishMs = { nats: seconds(12) };

export const longestPublishMs = (): number => (env.STREAM_URL ? publishMs.nats : 0);
