import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import type { DataRequestAnswer, DataRequestKind, NewDataRequest } from "./schema";

/** The limit of one person's open requests: more come only from a program. */
const maxOpen = 5;

const requestColumns = {
  id: true,
  kind: true,
  text: true,
  createdAt: true,
  answerDueAt: true,
  doneDueAt: true,
  answer: true,
  answeredAt: true,
  closedAt: true,
} as const;

const withKind = <Row extends { kind: string }>(row: Row) => ({ ...row, kind: row.kind as DataRequestKind });

/** Writes down what the viewer asks about their data. Throws CONFLICT with too many open requests. */
export async function createDataRequest({ userId }: Viewer, { kind, text }: NewDataRequest): Promise<void> {
  // Not exact under concurrency: it limits clutter.
  if ((await db.dataRequest.count({ where: { userId, closedAt: null } })) >= maxOpen)
    throw new AppError("CONFLICT", { message: "dataRequests.tooMany", values: { most: maxOpen } });
  const createdAt = clock.now();
  await db.dataRequest.create({
    data: { id: newId("dataRequest"), userId, kind, text, createdAt, ...dueDatesOf(kind, createdAt) },
    select: { id: true },
  });
}

export async function listDataRequests({ userId }: Viewer) {
  return (await db.dataRequest.findMany({ where: { userId }, orderBy: { id: "desc" }, select: requestColumns })).map(
    withKind,
  );
}

export type DataRequestView = Awaited<ReturnType<typeof listDataRequests>>[number];

/** A request with the person who asks. Throws NOT_FOUND. */
export async function getDataRequest(operator: Operator, id: string) {
  requireOperatorRight(operator, "read");
  const user = { select: { name: true, email: true } } as const;
  const found = await db.dataRequest.findUnique({ where: { id }, select: { ...requestColumns, user } });
  if (!found) throw new AppError("NOT_FOUND");
  return withKind(found);
}

/** Answers a request, and emails the response to the person. Throws StaffError once it is closed. */
export async function answerDataRequest(operator: Operator, { id, text, end }: DataRequestAnswer): Promise<void> {
  requireOperatorRight(operator, "manage");
  const at = clock.now();
  await db.$transaction(async (tx) => {
    const data = { answer: text, answeredAt: at, closedAt: end === "closed" ? at : null };
    const { count } = await tx.dataRequest.updateMany({ where: { id, closedAt: null }, data });
    if (count === 0) throw new StaffError("operator.errors.noOpenDataRequest", { id });
    const select = { user: { select: { email: true, name: true, locale: true } } } as const;
    const { user } = await tx.dataRequest.findUniqueOrThrow({ where: { id }, select });
    const values = { name: user.name, answer: text, state: end, link: `${env.url}/account#requests` };
    await postMail(tx, { to: user.email, ...composeMail(user.locale, "dataRequestAnswered", values) });
    // The response can name the person, and these entries are kept forever.
    await recordPlatformAct(tx, operator, {
      action: end === "closed" ? "dataRequest.closed" : "dataRequest.answered",
      businessId: null,
      reason: "",
      subject: id,
      about: { dataRequestId: id },
    });
  });
}

/** Decree 356/2025: the first response, in working days. */
const answerWorkingDays = 2;

/** Decree 356/2025: until it is done, in days; a reason is given where it takes longer. */
const doneDays: Record<DataRequestKind, number> = { access: 10, correct: 10, erase: 15, restrict: 15, withdraw: 15 };

/** Public holidays with a fixed date, as month and day. */
const holidays = ["01-01", "04-30", "05-01", "09-02"];

/** At the end of a day in Vietnam. Lunar holidays count as working days, so that no date is later than the law's. */
export function dueDatesOf(kind: DataRequestKind, at: Date): { answerDueAt: Date; doneDueAt: Date } {
  let day = vietnamDay(at);
  for (let left = answerWorkingDays; left > 0; ) {
    day = new Date(+day + days(1));
    const isWorkingDay = ![0, 6].includes(day.getUTCDay()) && !holidays.includes(day.toISOString().slice(5, 10));
    if (isWorkingDay) left -= 1;
  }
  return { answerDueAt: boundsOf(day).to, doneDueAt: boundsOf(new Date(+vietnamDay(at) + days(doneDays[kind]))).to };
}
