// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { markFresh } from "@/lib/access/sessions/service";
import { acceptInvitation } from "@/lib/businesses/members/accept";
import { changeRoleAction, inviteAction, resendInvitationAction } from "@/lib/businesses/members/actions";
import { changeRole } from "@/lib/businesses/members/change";
import { inviteMember } from "@/lib/businesses/members/invite";
import { editKeyAction, narrowKeyAction } from "@/lib/keys/actions";
import { allowAddressAction } from "@/lib/keys/request-log/diagnostics/actions";
import { createKey } from "@/lib/keys/service";
import { setInvoiceDetailsAction } from "@/lib/money/invoices/details/actions";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { makeKeySettings, makeMember, makeViewer } from "@/prisma/factories";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { formOf, freshBrowser } from "@/testing/harness/request";
import { issueCookie } from "./cookie";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

beforeEach(freshBrowser);
afterEach(() => clock.reset());

type Action = (state: typeof idle, form: FormData) => Promise<{ status: string }>;
type Change = { send: Action; form: Record<string, string> };

const settings = {
  name: "Production server",
  "scopes[]": "tts:execute",
  allowedAddresses: "203.0.113.0/28",
  requestsPerMinute: "30",
  concurrentCalls: "2",
  monthlyCap: "500.000",
  expiresOn: "2030-06-30",
};

const emailOf = async ({ userId }: Pick<Member, "userId">) =>
  (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;

/** An owner whose proof is six minutes old, with a key, a viewer and an admin beside them. */
async function setUp(role: "owner" | "admin" = "owner") {
  const owner = await makeMember({ requestsPerMinute: 120, concurrentCalls: 8 });
  const { businessId } = owner;
  const [viewer, admin] = [
    await makeMember({ role: "viewer", businessId }),
    await makeMember({ role: "admin", businessId }),
  ];
  const { id } = await createKey(owner, makeKeySettings({ ...settings, scopes: ["tts:execute"] }));
  const { id: wideKeyId } = await createKey(owner, makeKeySettings({ scopes: ["tts:execute", "stt:execute"] }));
  await inviteMember(owner, { email: `${businessId}@example.com`, role: "viewer" });
  const { id: invitationId } = await db.invitation.findFirstOrThrow({ where: { businessId } });
  const actor = role === "owner" ? owner : admin;
  await issueCookie({ sid: actor.sessionId, uid: actor.userId });
  clock.advance(minutes(6));
  return { owner, viewer, admin, actor, keyId: id, wideKeyId, invitationId, business: owner.businessSlug };
}

type Made = Awaited<ReturnType<typeof setUp>>;

const editKey = (options: Record<string, string>) => (made: Made) => ({
  send: editKeyAction,
  form: { id: made.keyId, ...settings, ...options },
});

const invoice = {
  legalName: "Công ty Sách Nói",
  taxCode: "0100109106",
  address: "1 Tràng Tiền",
  email: "ke-toan@example.com",
};

const changes: Record<string, (made: Made) => Change> = {
  "inviting a viewer": () => ({ send: inviteAction, form: { email: "someone@example.com", role: "viewer" } }),
  "inviting an admin": () => ({ send: inviteAction, form: { email: "another@example.com", role: "admin" } }),
  "resending an invitation": ({ invitationId }) => ({ send: resendInvitationAction, form: { id: invitationId } }),
  "raising a role": ({ viewer }) => ({ send: changeRoleAction, form: { userId: viewer.userId, role: "developer" } }),
  "adding a service": editKey({ "scopes[]": "tts:execute,stt:execute" }),
  "raising the spending cap": editKey({ monthlyCap: "500.001" }),
  "removing the spending cap": editKey({ monthlyCap: "" }),
  "raising the requests per minute": editKey({ requestsPerMinute: "31" }),
  "removing the limit of concurrent requests": editKey({ concurrentCalls: "" }),
  "extending a key": editKey({ expiresOn: "2030-07-01" }),
  "allowing a wider network": editKey({ allowedAddresses: "203.0.113.0/24" }),
  "allowing another address": editKey({ allowedAddresses: "203.0.113.0/28, 2001:db8::1" }),
  "allowing every address": editKey({ allowedAddresses: "" }),
  "allowing an address in diagnostics": ({ keyId }) => ({
    send: allowAddressAction,
    form: { id: keyId, address: "198.51.100.7" },
  }),
  "changing invoice details": () => ({ send: setInvoiceDetailsAction, form: invoice }),
};

/** A form whose `scopes[]` names several. */
function formFor({ business }: Made, { "scopes[]": scopes, ...values }: Record<string, string>): FormData {
  const form = formOf({ business, ...values });
  for (const scope of scopes?.split(",") ?? []) form.append("scopes[]", scope);
  return form;
}

test.each(Object.keys(changes))(
  "%s requires a recent proof, changes nothing without it and succeeds with it",
  async (what) => {
    const made = await setUp();
    const { send, form } = (changes[what] as (made: Made) => Change)(made);
    const { businessId } = made.owner;
    const before = await db.auditEvent.count({ where: { businessId } });

    expect(await send(idle, formFor(made, form))).toMatchObject({ status: "refused", stepUp: ["password"] });
    expect(await db.auditEvent.count({ where: { businessId } })).toBe(before);
    await markFresh(made.actor.sessionId);
    expect(await send(idle, formFor(made, form))).toMatchObject({ status: "done" });
    expect(await db.auditEvent.count({ where: { businessId } })).toBe(before + 1);
  },
);

test("an admin is asked too before they invite another admin", async () => {
  const made = await setUp("admin");
  const form = formFor(made, { email: "third@example.com", role: "admin" });
  expect(await inviteAction(idle, form)).toMatchObject({ status: "refused", stepUp: ["password"] });
});

const narrowing: Record<string, (made: Made) => Change> = {
  "lowering a role": ({ admin }) => ({ send: changeRoleAction, form: { userId: admin.userId, role: "viewer" } }),
  "lowering every limit of a key": editKey({
    allowedAddresses: "203.0.113.3\n203.0.113.8/30",
    requestsPerMinute: "29",
    concurrentCalls: "1",
    monthlyCap: "499.999",
    expiresOn: "2030-06-29",
  }),
  "renaming a key": editKey({ name: "Máy chủ" }),
  "removing a service": ({ wideKeyId }) => ({ send: narrowKeyAction, form: { id: wideKeyId, scope: "stt:execute" } }),
};

test.each(Object.keys(narrowing))("%s requires no proof, and no one is emailed", async (what) => {
  const made = await setUp();
  const { send, form } = (narrowing[what] as (made: Made) => Change)(made);
  const email = await emailOf(made.owner);
  expect(await send(idle, formFor(made, form))).toMatchObject({ status: "done" });
  expect(await mailsTo(email)).toEqual([]);
});

test("every owner is emailed when a key gains permissions: which key, what it gained, who gave it", async () => {
  const made = await setUp("admin");
  const second = await makeMember({ businessId: made.owner.businessId });
  await db.user.update({ where: { id: second.userId }, data: { locale: "en" } });
  await markFresh(made.actor.sessionId);
  const { send, form } = editKey({ monthlyCap: "", allowedAddresses: "" })(made);
  expect(await send(idle, formFor(made, form))).toMatchObject({ status: "done" });

  const [vietnamese] = await mailsTo(await emailOf(made.owner));
  expect(vietnamese?.subject).toBe("Khóa API “Production server” được thêm quyền hoặc nâng giới hạn");
  const [english] = await mailsTo(await emailOf(second));
  expect(english?.text).toContain("more IP addresses, a higher monthly spending cap");
  expect(english?.text).toContain(`/console/${made.business}/keys/${made.keyId}`);
  expect(await mailsTo(await emailOf(made.admin))).toEqual([]);
});

test("every owner is emailed when an invited admin joins, and when a member is made an admin", async () => {
  const owner = await makeMember();
  const email = await emailOf(owner);
  const [invited, viewer] = [
    await makeViewer({ name: "Trần Văn Nam" }),
    await makeMember({ role: "viewer", businessId: owner.businessId }),
  ];
  await inviteMember(owner, { email: invited.email, role: "admin" });
  await acceptInvitation(invited, await mailedToken(invited.email, "invitation"));
  const [joined] = await mailsTo(email);
  expect(joined?.subject).toContain("Trần Văn Nam trở thành quản trị viên");
  expect(joined?.text).toContain(invited.email);

  await changeRole(owner, viewer.userId, "admin");
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain(await emailOf(viewer));
});

test("a member who joins in another role is not announced to the owners", async () => {
  const [owner, viewer] = [await makeMember(), await makeViewer()];
  await inviteMember(owner, { email: viewer.email, role: "developer" });
  await acceptInvitation(viewer, await mailedToken(viewer.email, "invitation"));
  expect(await mailsTo(await emailOf(owner))).toEqual([]);
});
