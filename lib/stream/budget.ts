import { seconds } from "@/lib/clock";
import { env } from "@/lib/env";

/**
 * How long publishing may take, after which its event is published or not: a cluster of NATS elects a new leader within
 * 8.5 s. With PostgreSQL it is one statement, whose condition is part of it.
 */
export const publishMs = { nats: seconds(12) };

export const longestPublishMs = (): number => (env.STREAM_URL ? publishMs.nats : 0);
