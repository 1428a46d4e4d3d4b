import "server-only";
import type { OperationExample } from "../examples";

export const service = {
  getHealth: {
    response: {
      status: "ok",
      role: "api",
      processes: { api: "running", console: "running", worker: "running" },
      restarts: { api: 0, console: 0, worker: 0 },
      oldestUnprocessedAgeSeconds: 0.057,
      stream: "postgresql",
      ledger: "protected",
      books: "balanced",
      bankAlarms: [],
      closedAlarms: [],
    },
  },
} satisfies Record<string, OperationExample>;
