import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setOwnPicture } from "@/lib/account/profile";
import { setLogo } from "@/lib/businesses/profile";
import { permissions, type Role } from "@/lib/businesses/roles";
import { clock, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import type { RefusalCode } from "@/lib/errors";
import { ingest } from "@/lib/history/ingest";
import { say } from "@/lib/i18n/words";
import { newId } from "@/lib/ids";
import { endSession } from "@/lib/sessions/service";
import { type Access, actions, routes } from "@/lib/testing/access-table";
import {
  addressOf,
  builtActions,
  builtRoutes,
  callAction,
  pendingCookieOf,
  sessionCookieOf,
} from "@/lib/testing/console-walk";
import { type OwnServer, startOwnServer } from "@/lib/testing/own-server";
import type { Viewer } from "@/lib/viewer";
import { makeMember } from "@/prisma/factories";
import { makeHeard } from "@/prisma/speech-factories";

const roles = Object.keys(permissions) as Role[];
const words = (code: RefusalCode) => say("en", `errors.${code}`);
/** In the business's name, which a stranger never reads, and in what some of its members may not see. */
const canaries = { name: "canary-name", content: "canary-content" };

let server: OwnServer;
let values: Record<string, string>;
const cookies = {} as Record<Role | "anonymous" | "pending" | "ended" | "stranger", string>;

beforeAll(async () => {
  server = await startOwnServer();
  await makeSubjects();
}, 180_000);

/** A business, who works in it in each role, and who does not. */
async function makeSubjects(): Promise<void> {
  const owner = await makeMember({ name: `Công ty ${canaries.name}` });
  const { businessId } = owner;
  const keyId = newId("key");
  const key = await db.apiKey.create({
    data: {
      id: keyId,
      businessId,
      name: canaries.content,
      fingerprint: `${canaries.content}${keyId}`,
      pepperId: 1,
      hint: "abcd",
      scopes: [],
    },
  });
  const job = await makeHeard({ businessId, keyId: key.id }, canaries.content);
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await setOwnPicture({ userId: owner.userId } as Viewer, picture);
  const { pictureId } = await db.user.findUniqueOrThrow({ where: { id: owner.userId } });
  await setLogo(owner, picture);
  const { pictureId: logo } = await db.business.findUniqueOrThrow({ where: { id: businessId } });
  values = {
    picture: pictureId ?? "",
    logo: logo ?? "",
    business: owner.businessSlug,
    trackingId: job.trackingId,
    keyId: key.id,
    file: "transcript.srt",
  };

  for (const role of roles) cookies[role] = await sessionCookieOf(await makeMember({ role, businessId }));
  cookies.owner = await sessionCookieOf(owner);
  cookies.stranger = await sessionCookieOf(await makeMember());
  const ended = await makeMember({ businessId });
  await endSession(ended.sessionId);
  cookies.ended = await sessionCookieOf(ended);
  cookies.anonymous = "";
  cookies.pending = await pending(owner.userId);
}

afterAll(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
});

async function pending(userId: string): Promise<string> {
  const id = newId("pendingSignIn");
  const expiresAt = new Date(+clock.now() + minutes(10));
  await db.pendingSignIn.create({ data: { id, userId, next: "/console", expiresAt } });
  return pendingCookieOf(id);
}

type Subject = keyof typeof cookies;
// The owner last: they may put an end to what the others are to be tried on.
const subjects: Subject[] = ["anonymous", "pending", "ended", "stranger", ...roles.toReversed()];

/** What the table says of one subject: in, or kept out in which way. */
function verdict(access: Access, who: Subject): "in" | "signIn" | "notFound" | "forbidden" {
  // Development pages are for whoever sits at this machine, as the tests do.
  if (access === "anyone" || access === "development") return "in";
  if (access === "pending") return who === "pending" ? "in" : "signIn";
  if (who === "anonymous" || who === "pending" || who === "ended") return "signIn";
  if (access === "viewer") return "in";
  if (who === "stranger") return "notFound";
  return (permissions[who] as readonly string[]).includes(access) ? "in" : "forbidden";
}

/** Ways in which a check at the edge was passed by in the past. */
const disguises: Record<string, string>[] = [
  {},
  { "x-middleware-subrequest": Array(5).fill("middleware").join(":") },
  { "x-middleware-subrequest": Array(5).fill("proxy").join(":") },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "x-forwarded-host": "localhost", "x-vang-path": "/sign-in" },
];

async function open(route: string, who: Subject, disguise: Record<string, string> = {}) {
  const headers = { cookie: `${cookies[who]}; vang.locale=en`, ...disguise };
  const answer = await fetch(server.url + addressOf(route, values), { headers, redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location") ?? "", body: await answer.text() };
}

test("every page, route and action of the build is in the table, and the table names no other", () => {
  expect(builtRoutes().sort()).toEqual(Object.keys(routes).sort());
  expect([...new Set(builtActions().map(({ name }) => name))].sort()).toEqual(Object.keys(actions).sort());
});

describe.each(Object.entries(routes))("%s", (route, access) => {
  test(`opens for exactly those the table names (${access})`, async () => {
    for (const who of subjects) {
      const { status, location, body } = await open(route, who);
      const expected = verdict(access, who);
      const said = { route, who, status, location };
      expect(route.startsWith("/_global-error") || status < 500, JSON.stringify(said)).toBe(true);
      if (expected !== "in") expect(body, JSON.stringify(said)).not.toContain(canaries.content);
      if (expected === "signIn" || expected === "notFound") {
        expect(body, JSON.stringify(said)).not.toContain(canaries.name);
      }
      if (expected === "signIn") {
        expect(status === 404 || location.includes("/sign-in"), JSON.stringify(said)).toBe(true);
      }
      if (expected === "in" && access !== "anyone" && access !== "development") {
        expect(status < 400 && !location.includes("/sign-in"), JSON.stringify(said)).toBe(true);
      }
      if (expected === "notFound") expect(status, JSON.stringify(said)).toBe(404);
    }
  });

  test("no header gets anyone past the door", async () => {
    for (const who of ["anonymous", "pending", "ended", "stranger"] as const) {
      if (verdict(access, who) === "in") continue;
      for (const disguise of disguises) {
        const { body, status } = await open(route, who, disguise);
        expect(status).toBeLessThan(500);
        expect(body, JSON.stringify({ who, disguise })).not.toMatch(/canary-(name|content)/);
      }
    }
  });
});

// The words a refusal is told in; whatever else an action answers, it was let in.
const told = (access: Access): Record<Exclude<ReturnType<typeof verdict>, "in">, string> => ({
  signIn: access === "pending" ? say("en", "auth.ticketOver") : words("NOT_SIGNED_IN"),
  notFound: words("NOT_FOUND"),
  forbidden: words("FORBIDDEN"),
});

describe.each(Object.entries(actions).filter(([, access]) => access !== "anyone"))("%s", (name, access) => {
  // Those before it may have ended sessions, left the business or archived it.
  beforeEach(makeSubjects);

  test(`acts for exactly those the table names (${access})`, async () => {
    const action = builtActions().find((built) => built.name === name) ?? { id: "", name, route: "" };
    for (const who of subjects) {
      const address = server.url + addressOf(action.route, values);
      const answer = await callAction(address, action, cookies[who], { business: values.business ?? "" });
      const [body, expected] = [await answer.text(), verdict(access, who)];
      const said = JSON.stringify({ name, who, expected, status: answer.status, body });
      expect(answer.status, said).toBeLessThan(500);
      for (const [refusal, sentence] of Object.entries(told(access))) {
        expect(body.includes(sentence), said).toBe(refusal === expected && !isTurnedAway(answer));
      }
      if (expected !== "in") expect(body, said).not.toMatch(/canary-(name|content)/);
    }
  });
});

/** Sent to sign in by the edge, before the action was even looked at. */
const isTurnedAway = (answer: Response) => answer.status === 307;
