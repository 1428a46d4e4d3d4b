import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { invoiceDetailsSchema } from "./schema";
import { getInvoiceDetails, setInvoiceDetails } from "./service";

const details = {
  legalName: "Công ty TNHH Sách Nói Việt Nam",
  taxCode: "0314409058-002",
  address: "12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh",
  email: "ke-toan@sach-noi.vn",
};

test("saved details are read back, and the audit log has the values before and after", async () => {
  const member = await makeMember({ role: "billing" });
  expect(await getInvoiceDetails(member)).toBeNull();
  await setInvoiceDetails(member, details);
  await setInvoiceDetails(member, { ...details, taxCode: "001099012345" });

  expect(await getInvoiceDetails(member)).toEqual({ ...details, taxCode: "001099012345" });
  const [, last] = await db.auditEvent.findMany({
    where: { businessId: member.businessId },
    orderBy: { sequence: "asc" },
  });
  expect(last).toMatchObject({
    action: "invoice.changed",
    before: { taxCode: "0314409058-002" },
    after: { taxCode: "•••••••••345" },
  });
});

test("a personal tax code is stored nowhere in plain text", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, { ...details, taxCode: "079099054321" });
  const rows = await db.$queryRaw<{ text: string }[]>`
    SELECT i::text AS text FROM invoice_details i UNION ALL SELECT a::text FROM audit_events a`;
  expect(rows.some(({ text }) => text.includes("079099054321"))).toBe(false);
});

test("members read and write only their own business's details, and viewers none", async () => {
  const member = await makeMember();
  await setInvoiceDetails(member, details);
  expect(await getInvoiceDetails(await makeMember())).toBeNull();

  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  await expect(getInvoiceDetails(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(setInvoiceDetails(viewer, details)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each([
  ["legalName", "  ", "invoiceDetails.legalNameRequired"],
  ["legalName", "Công\u0000ty", "auth.nameInvalid"],
  ["taxCode", "12345", "invoiceDetails.taxCodeInvalid"],
  ["address", "a".repeat(256), "invoiceDetails.tooLong"],
  ["email", "kế toán@sách.vn", "auth.emailInvalid"],
])("%s cannot be %j", (field, value, message) => {
  const { error } = invoiceDetailsSchema.safeParse({ ...details, [field]: value });
  expect(error?.issues[0]).toMatchObject({ path: [field], message });
});
