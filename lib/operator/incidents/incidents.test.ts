import { afterEach, expect, test } from "vitest";
import type { Operator } from "@/lib/access/principals/operator";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeStaff } from "@/prisma/staff-factories";
import { findIncident, listIncidents, listPublicIncidents, openIncident, updateIncident } from "./incidents";

afterEach(() => clock.reset());

const incident = {
  ...{ region: "SG" as const, services: ["tts" as const, "stt" as const], impact: "outage" as const },
  ...{ titleVi: "API chậm tại Singapore", titleEn: "The API is slow in Singapore" },
  ...{ textVi: "Chúng tôi đang tìm nguyên nhân.", textEn: "We are looking for the cause." },
};
const update = { status: "resolved" as const, textVi: "Đã xử lý xong.", textEn: "It is fixed." };

const shown = async (since: Date) => (await listPublicIncidents(since)).map(({ id }) => id);

test("partners read an incident in both languages from its opening until its last day, without who wrote it", async () => {
  const engineer = await makeStaff("engineer");
  const opened = clock.now();
  const id = await openIncident(engineer, incident);
  clock.advance(days(100));
  expect(await shown(new Date(+clock.now() - days(90)))).toContain(id);
  await updateIncident(engineer, id, update);
  const [found] = (await listPublicIncidents(new Date(+clock.now() - minutes(1)))).filter((one) => one.id === id);
  expect(found).toMatchObject({
    ...{ region: "SG", services: ["tts", "stt"], impact: "outage", status: "resolved" },
    title: { vi: incident.titleVi, en: incident.titleEn },
    updates: [
      { status: "resolved", text: { vi: update.textVi, en: update.textEn } },
      { status: "investigating", text: { vi: incident.textVi, en: incident.textEn } },
    ],
  });
  expect(+(found?.resolvedAt ?? 0) - +opened).toBeGreaterThanOrEqual(days(100));
  expect(JSON.stringify(found)).not.toContain(engineer.userId);
  expect(await shown(new Date(+clock.now() + minutes(1)))).not.toContain(id);
});

test("only engineers and the terminal open, update and resolve incidents, and each act is in the log", async () => {
  for (const role of ["support", "finance", "admin"] as const) {
    const other = await makeStaff(role);
    await expect(openIncident(other, incident)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(updateIncident(other, "inc_x", update)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  const terminal = { email: "root", via: "terminal" } as Operator;
  const id = await openIncident(terminal, { ...incident, region: "" });
  await updateIncident(terminal, id, { ...update, status: "identified" });
  await updateIncident(await makeStaff("engineer"), id, update);
  const acts = await db.auditEvent.findMany({ where: { subject: id }, orderBy: { sequence: "asc" } });
  expect(acts.map(({ action }) => action)).toEqual(["incident.opened", "incident.updated", "incident.resolved"]);
});

test("a resolved incident takes no more updates", async () => {
  const engineer = await makeStaff("engineer");
  const id = await openIncident(engineer, incident);
  await updateIncident(engineer, id, update);
  await expect(updateIncident(engineer, id, update)).rejects.toThrow("no open incident");
  await expect(updateIncident(engineer, "inc_0", update)).rejects.toThrow("no open incident");
  const { updates } = await findIncident(engineer, id);
  expect(updates).toHaveLength(2);
});

test("the desk's list is filtered by state and region, and paged", async () => {
  const engineer = await makeStaff("engineer");
  const ids: string[] = [];
  for (let count = 0; count < 42; count++) {
    clock.advance(minutes(1));
    ids.push(await openIncident(engineer, { ...incident, region: "VN" }));
  }
  const first = await listIncidents(engineer, { region: "VN", state: "open" });
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(2).reverse());
  const second = await listIncidents(engineer, { region: "VN", state: "open" }, first.next ?? "");
  expect(second.rows.slice(0, 2).map(({ id }) => id)).toEqual(ids.slice(0, 2).reverse());
  expect((await listIncidents(engineer, { region: "VN", state: "resolved" })).rows).toEqual([]);
});
