import { afterAll } from "vitest";
import { startRedis } from "@/lib/testing/redis";
import { limitsMatrix } from "./matrix";
import { openRedisLimits } from "./redis";

const redis = await startRedis();
afterAll(() => redis.stop());

limitsMatrix("limits in Redis", () => openRedisLimits(redis.url));
