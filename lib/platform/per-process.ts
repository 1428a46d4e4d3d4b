/** Not from `env`: limits are made while modules load, which a build does with nothing set. */
const processes = Math.max(1, Number(process.env.VANG_API_PROCESSES ?? 1));

/** What one of the API processes that share the port has of a limit for all of them: at least one. */
export const perProcess = (limit: number): number => Math.max(1, Math.floor(limit / processes));
