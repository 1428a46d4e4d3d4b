import { expect, test, vi } from "vitest";
import { onRequestError } from "@/instrumentation";
import { log } from "./log";

test("a failed request is logged by its digest and path, without its query, headers or message", async () => {
  vi.stubEnv("NEXT_RUNTIME", "nodejs");
  const line = vi.spyOn(log, "error").mockImplementation(() => {});
  const bug = Object.assign(new Error("postgres://vang:secret@…"), { digest: "1234567" });
  const request = { path: "/verify?token=abc", method: "GET", headers: { cookie: "session=abc" } };

  await onRequestError(bug, request, {
    routerKind: "App Router",
    routePath: "/verify",
    routeType: "render",
    renderSource: "react-server-components",
    revalidateReason: undefined,
  });
  expect(line.mock.calls).toEqual([[{ digest: "1234567", path: "/verify" }, "a request failed"]]);
});
