// @module-tag promise
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Permission } from "@/lib/access/principals/roles";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { ErrorCode } from "@/lib/platform/errors";
import { translate } from "@/lib/platform/i18n/translate";
import { type Access, actions, holders, proofs, shown } from "@/testing/corpora/access-table";
import { choices, forms } from "@/testing/corpora/action-forms";
import { staffCalls } from "@/testing/corpora/staff-access-table";
import { callAs, digestBusiness, digestWorld, findAction, setFresh } from "@/testing/harness/access-actions";
import { isMember, result, subjectsOf, type Verdict } from "@/testing/harness/access-subjects";
import { listLeaks, makeWorld, type World } from "@/testing/harness/access-world";
import { builtActions } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import type { OwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";
import { promised } from "@/testing/promises";

let server: OwnServer;
let world: World;
/** Whether a request has changed our business or people, or the others, in a way that the next one would notice. */
let isSpent = { ours: true, others: true };

beforeAll(async () => {
  server = await sharedConsole();
}, 180_000);

/** How many calls were made, so that an empty list is noticed. */
let called = 0;

test("every action of the build is in the table, and the table names no other", () => {
  const [calls, listed] = [[...new Set(builtActions().map(({ name }) => name))], { ...actions, ...staffCalls }];
  expect(calls.length).toBeGreaterThan(70);
  expect(calls.filter((call) => !(call in listed))).toHaveLength(promised("K5"));
  expect(calls.sort()).toEqual(Object.keys(listed).sort());
});

test("every permission has a canary that it shows, or an action that it lets change something", () => {
  const changed = Object.keys(forms).map((name) => actions[name]);
  const seen = new Set([...Object.values(shown).flat(), ...changed]);
  expect(Object.keys(holders).filter((permission) => !seen.has(permission as Permission))).toEqual([]);
});

/** What an action needs before it can succeed. */
const preparations: Record<string, (businessId: string) => Promise<unknown>> = {
  resumeEndpointAction: (businessId) =>
    db.webhookEndpoint.updateMany({ where: { businessId }, data: { pausedAt: clock.now() } }),
  requestRefundAction: (businessId) =>
    postTransfer(db, {
      debit: "adjustment",
      credit: { businessId, kind: "available" },
      amountMilli: 10_000n,
      kind: "top_up",
      reference: `test:${businessId}`,
    }),
  // A viewer withdraws only their own.
  endSharedLinkAction: (businessId) =>
    db.sharedTrace.updateMany({ where: { businessId }, data: { createdById: world.people.viewer?.userId } }),
};

const words = (code: ErrorCode) => translate("en", `errors.${code}`);
/** The message of each rejection; any other response means that the request was accepted. */
const rejections = (access: Access): Record<Exclude<Verdict, "in">, string> => ({
  signIn: access === "pending" ? translate("en", "auth.ticketOver") : words("NOT_SIGNED_IN"),
  notFound: translate("en", "forms.notMember"),
  forbidden: words("FORBIDDEN"),
});

test.each(Object.entries(actions))("%s acts for exactly those the table names (%s)", async (name, access) => {
  if (isSpent.others || Date.now() - world.madeAt > minutes(2))
    world = await makeWorld(server.url, { pictures: false });
  else if (isSpent.ours) world = await makeWorld(server.url, { pictures: false, other: world.other });
  const action = findAction(name);
  const { own, other } = world;
  await setFresh(world, proofs[name] === "none" ? new Date(0) : clock.now());
  const whole = await digestWorld(world);
  isSpent = { ours: true, others: true };
  const business = own.values.business ?? "";
  const form = forms[name]?.(own.values) ?? {};
  await preparations[name]?.(own.owner.businessId);
  const before = await digestBusiness(own.owner.businessId);
  const kept = subjectsOf(access, { isDeep }).filter((who) => result(access, who) !== "in");
  const letIn = subjectsOf(access, { isDeep }).filter((who) => result(access, who) === "in");
  expect(letIn.length).toBeGreaterThan(0);
  const messages = Object.values(rejections(access));

  for (const who of kept) {
    const { status, body, state } = await callAs(world, who, action, { ...form, business });
    const expected = result(access, who) as Exclude<Verdict, "in">;
    const said = JSON.stringify({ name, who, expected, status, body });
    expect(listLeaks(world, body, who), said).toEqual([]);
    // The proxy redirects some to sign in before the action runs.
    if (expected === "signIn" && status === 307) continue;
    expect(status, said).toBeLessThan(400);
    expect(state, said).toMatchObject({ status: "refused", message: rejections(access)[expected] });
  }
  if (isMember(access)) {
    const { status } = await callAs(world, "outsider", action, { ...form, business: other.values.business ?? "" });
    expect(status).toBeLessThan(500);
  }
  expect(await digestBusiness(own.owner.businessId), "someone who is kept out changed something").toEqual(before);

  for (const [index, who] of letIn.entries()) {
    const { status, body, state, redirect, choice } = await callAs(world, who, action, {
      ...form,
      ...choices,
      business,
    });
    const said = JSON.stringify({ name, who, status, redirect, body: body.slice(0, 2000) });
    expect(status, said).toBeLessThan(400);
    expect(listLeaks(world, body, who), said).toEqual([]);
    expect(redirect ?? state.status ?? choice, said).toMatch(/^(done|refused|locale|theme|\/.*)$/);
    if (access !== "anyone") expect(messages, said).not.toContain(state.message);
    if (index > 0 || !forms[name]) continue;
    expect(redirect ?? state.status, said).not.toBe("refused");
    if (name.endsWith("setTwoFactorRuleAction")) continue;
    expect(await digestBusiness(own.owner.businessId), said).not.toEqual(before);
  }
  const after = await digestWorld(world);
  isSpent = {
    ours: !isDeepStrictEqual(after.ours, whole.ours),
    others: !isDeepStrictEqual(after.others, whole.others),
  };
  called += kept.length + letIn.length;
});

test("nothing above was left out", () => {
  expect(called).toBe(
    Object.values(actions).reduce((total, access) => total + subjectsOf(access, { isDeep }).length, 0),
  );
});
