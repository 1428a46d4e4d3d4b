import "server-only";

/** 19 MiB and two passes: OWASP's minimum for argon2id. Tests of something else lower it. */
export const hashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
