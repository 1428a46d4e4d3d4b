import { beforeEach, expect, test, vi } from "vitest";
import { issueCookie } from "@/lib/access/auth/cookie";
import { db } from "@/lib/platform/db";
import { idle } from "@/lib/platform/form";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { formOf, freshBrowser } from "@/testing/harness/request";
import { createKeyAction, editKeyAction } from "./actions";
import { createKey } from "./service";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => import("@/testing/harness/request"));
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));

beforeEach(freshBrowser);

const wrong = {
  name: "",
  expiresOn: "2020-01-01",
  allowedAddresses: "10.0.0.0/8\nmáy chủ",
  requestsPerMinute: "121",
  concurrentCalls: "nhiều",
  monthlyCap: "-1",
};

const complaints = {
  name: "Nhập tên khóa",
  scopes: "Chọn ít nhất một quyền",
  expiresOn: "Ngày đã qua. Chọn hôm nay hoặc một ngày sau đó.",
  allowedAddresses: expect.stringContaining("“máy” không phải là địa chỉ IP"),
  requestsPerMinute: "Không được vượt giới hạn của doanh nghiệp (120)",
  concurrentCalls: "Nhập số nguyên lớn hơn 0, hoặc để trống",
  monthlyCap: "Nhập số tiền bằng đồng, ví dụ 500.000, hoặc để trống",
};

test("a key can be given every scope that an operation needs, and no other", async () => {
  const member = await signedIn();
  const create = (scope: string) =>
    createKeyAction(idle, formOf({ business: member.businessSlug, name: "Webhooks", "scopes[]": scope }));
  expect(await create("webhooks:manage")).toMatchObject({ status: "done" });
  expect(await create("admin")).toMatchObject({ status: "refused" });
  expect(await create("balance:read")).toMatchObject({ status: "done" });
  expect(await create("tts:execute")).toMatchObject({ status: "done" });
  expect(await db.apiKey.count({ where: { businessId: member.businessId } })).toBe(3);

  const { id } = await createKey(member, makeKeySettings());
  const write = (scope: string) => db.apiKey.update({ where: { id }, data: { scopes: ["tts:execute", scope] } });
  expect(await write("webhooks:manage")).toMatchObject({ scopes: ["tts:execute", "webhooks:manage"] });
  expect(await write("balance:read")).toMatchObject({ scopes: ["tts:execute", "balance:read"] });
  await expect(write("admin")).rejects.toThrow("known_scopes");
});

async function signedIn() {
  const member = await makeMember();
  const bounds = { requestsPerMinute: 120, concurrentCalls: 8 };
  await db.business.update({ where: { id: member.businessId }, data: bounds });
  await issueCookie({ sid: member.sessionId, uid: member.userId });
  return member;
}

test("the form of a new key gets the errors of all its fields at once", async () => {
  const { businessSlug: business, businessId } = await signedIn();
  const state = await createKeyAction(idle, formOf({ business, ...wrong }));
  expect(state).toMatchObject({ status: "refused", fields: complaints, values: wrong });
  expect(await db.apiKey.count({ where: { businessId } })).toBe(0);
});

test("the form of an existing key does too, with both limits above the business's", async () => {
  const member = await signedIn();
  const { id } = await createKey(member, makeKeySettings());
  const form = { business: member.businessSlug, id, ...wrong, concurrentCalls: "9" };
  expect(await editKeyAction(idle, formOf(form))).toMatchObject({
    status: "refused",
    fields: { ...complaints, concurrentCalls: "Không được vượt giới hạn của doanh nghiệp (8)" },
  });
});

test("a secret as the name and a day too far away are reported together with the other errors", async () => {
  const member = await signedIn();
  const { secret } = await createKey(member, makeKeySettings());
  const form = { business: member.businessSlug, ...wrong, name: secret, expiresOn: "2999-01-01" };
  const state = await createKeyAction(idle, formOf(form));
  expect(state).toMatchObject({
    fields: {
      ...complaints,
      name: expect.stringContaining("Đây là khóa API"),
      expiresOn: expect.not.stringContaining("đã qua"),
    },
  });
});
