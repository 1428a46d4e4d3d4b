import "server-only";
import type { OperationExample } from "../examples";

export const service = {
  getHealth: {
    response: { status: "ok", role: "api" },
  },
} satisfies Record<string, OperationExample>;
