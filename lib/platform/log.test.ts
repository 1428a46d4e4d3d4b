// @module-tag promise
import { expect, test, vi } from "vitest";
import { onRequestError } from "@/instrumentation";
import { log, openLog } from "./log";

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

test.each([
  { path: "/link/reset/SECRET" },
  { url: "https://vang.example/link/undo-email/SECRET?a=b" },
  { reason: 'fetch of "https://vang.example/link/reset/SECRET" failed' },
  { frames: "at /invitation?lang=vi&token=SECRET&x=1" },
])("no token of an emailed link is logged, wherever it stands: %j", (event) => {
  const lines: string[] = [];
  const own = openLog({ write: (line) => void lines.push(line) });
  own.level = "info";
  own.error(event, "a request failed");
  expect(lines.join()).toContain("a request failed");
  expect(lines.join()).toContain("[hidden]");
  expect(lines.join()).not.toContain("SECRET");
});

test("each line carries the ids of the request and job in which it is written, and only there", async () => {
  const { openLog, withLogFields } = await import("./log");
  const lines: Record<string, unknown>[] = [];
  const own = openLog({ write: (line: string) => void lines.push(JSON.parse(line)) });
  own.level = "info";
  const job = async (requestId: string) =>
    withLogFields({ requestId }, async () => {
      await Promise.resolve();
      withLogFields({ trackingId: `job of ${requestId}` }, () => own.info("in a job"));
      own.info({ requestId: "stated" }, "in a request");
    });
  await Promise.all([job("one"), job("two")]);
  own.info("outside");
  const ids = lines.map(({ msg, requestId, trackingId }) => [msg, requestId, trackingId]);
  expect(ids.sort()).toEqual(
    [
      ["in a job", "one", "job of one"],
      ["in a job", "two", "job of two"],
      ["in a request", "stated", undefined],
      ["in a request", "stated", undefined],
      ["outside", undefined, undefined],
    ].sort(),
  );
});
