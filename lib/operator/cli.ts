import { parseArgs } from "node:util";
import { type Ask, askTerminal } from "@/lib/ask-terminal";
import { listPlatformActs, OperatorError } from "@/lib/audit/platform-acts";
import { adjustCredit } from "@/lib/billing/adjust-credit";
import { dismissUnrecorded, listUnrecorded, readUnrecorded } from "@/lib/billing/bank-notifications/unrecorded";
import { assignUnclaimed } from "@/lib/billing/bank-transfers/assign-unclaimed";
import { closeAsOwn, closeAsReturned } from "@/lib/billing/bank-transfers/close";
import { listOpenClaims, listUnmatched, type Unmatched } from "@/lib/billing/bank-transfers/list-unmatched";
import { reverseTransfer } from "@/lib/billing/bank-transfers/reverse-transfer";
import { unassign } from "@/lib/billing/bank-transfers/unassign-credited";
import { voidTransfer } from "@/lib/billing/bank-transfers/void";
import { approveClaim, rejectClaim } from "@/lib/billing/claims/decide";
import { closeAsRefund, closePaidRefund, listOpenRefunds, rejectRefund } from "@/lib/billing/refunds/decide";
import { enterCredit } from "@/lib/billing/top-ups/enter-credit";
import { getBusiness, listSuspended, resumeBusiness, suspendBusiness } from "@/lib/businesses/suspension/operate";
import { AppError } from "@/lib/errors";
import { vndInEnglish } from "@/lib/i18n/vnd";
import type { Operator } from "@/lib/principals/operator";
import { printLines, runCommand } from "@/lib/run-command";
import { vietnamTime } from "@/lib/vietnam-time";
import { actSchema, amountSchema, referenceSchema } from "./schema";
import { startWebhooks, stopWebhooks } from "./stop-webhooks";

const usage = `npm run operator -- suspend|resume <business id or slug>
npm run operator -- credit <business> --amount <VND> --reference <number of the contract or receipt>
npm run operator -- adjust <business> --amount=<VND, or -VND to take credit>
npm run operator -- decide <claim id> approve --transfer <bank transfer id>
npm run operator -- decide <claim id> reject
npm run operator -- assign <bank transfer id> <business>
npm run operator -- unassign <bank transfer id>
npm run operator -- reverse <bank transfer id>
  its bank took it back
npm run operator -- void <bank transfer id>
  it was never at the bank, or is recorded twice
npm run operator -- close <bank transfer id> --as own
  it is no customer's: a fee, a salary, interest
npm run operator -- close <outgoing bank transfer id> --as returned --transfer <the incoming one>
npm run operator -- close <outgoing bank transfer id> --as refund [--refund <refund id>]
npm run operator -- notification <id> read|dismiss
  of one that could not be recorded
npm run operator -- refund <refund id> paid --transfer <the bank's outgoing transfer>
npm run operator -- refund <refund id> paid --without-transfer "<why there is none>"
npm run operator -- refund <refund id> rejected
  each with --as <your email> --reason "<why>", which its business reads except for resume
npm run operator -- webhooks stop|start
  stops or starts all deliveries, of all regions
  amounts above 10,000,000 VND are shown in words and confirmed, or with --yes
npm run operator -- list [<business>]
npm run operator -- list acts
npm run operator -- claims
npm run operator -- transfers
npm run operator -- refunds
npm run operator -- notifications
  times are on Vietnam's clock, as on bank statements`;

/** `npm run operator`: what the installation's staff does. What is not given is asked for. Its exit code is 1 when it fails. */
export const operateFromTerminal = (args: string[], ask: Ask = askTerminal): Promise<number> =>
  runCommand(usage, () => operate(args, ask), explain);

type Values = {
  as?: string[];
  amount?: string;
  reference?: string;
  transfer?: string;
  refund?: string;
  "without-transfer"?: string;
  yes?: boolean;
};
type Who = { operator: Operator; reason: string };
/** What a command asks for where it is missing. */
type Requester = (() => Promise<Who>) & { confirm: (amountVnd: bigint, what: string) => Promise<void> };
type Command = {
  /** Whether the arguments after its name are complete. */
  fits: (args: string[]) => boolean;
  run: (args: string[], values: Values, who: Requester) => Promise<string[]>;
};

const one = ({ length }: string[]) => length === 1;

const commands: Record<string, Command> = {
  list: { fits: ({ length }) => length <= 1, run: async ([name]) => (name ? describeActs(name) : describeSuspended()) },
  claims: { fits: ({ length }) => length === 0, run: describeClaims },
  transfers: { fits: ({ length }) => length === 0, run: describeUnmatched },
  refunds: { fits: ({ length }) => length === 0, run: describeRefunds },
  suspend: {
    fits: one,
    async run([name = ""], _, who) {
      const business = await getBusiness(name);
      const { operator, reason } = await who();
      await suspendBusiness(operator, business, reason);
      return [`${business.name} (${business.id}) is suspended.`];
    },
  },
  resume: {
    fits: one,
    async run([name = ""], _, who) {
      const business = await getBusiness(name);
      const { operator, reason } = await who();
      await resumeBusiness(operator, business, reason);
      return [`${business.name} (${business.id}) is resumed.`];
    },
  },
  credit: {
    fits: one,
    async run([name = ""], values, who) {
      const business = await getBusiness(name);
      const amountVnd = readAmount(values.amount);
      const reference = referenceSchema.safeParse(values.reference);
      if (amountVnd < 0n) throw new UsageError("A credit is above zero. To take credit, use adjust.");
      if (!reference.success) throw new UsageError("Give the number of the contract or receipt with --reference.");
      await who.confirm(amountVnd, `credit ${business.name} (${business.id})`);
      const { operator, reason } = await who();
      const id = await enterCredit(operator, business, { amountVnd, reference: reference.data, reason });
      return [`${business.name} (${business.id}) is credited ${amountVnd} VND as ${id}.`];
    },
  },
  adjust: {
    fits: one,
    async run([name = ""], values, who) {
      const business = await getBusiness(name);
      const amountVnd = readAmount(values.amount);
      await who.confirm(amountVnd, `adjust the credit of ${business.name} (${business.id})`);
      const { operator, reason } = await who();
      await adjustCredit(operator, business, { amountVnd, reason });
      return [`The credit of ${business.name} (${business.id}) is adjusted by ${amountVnd} VND.`];
    },
  },
  decide: {
    fits: ([, decision, ...rest]) => (decision === "approve" || decision === "reject") && rest.length === 0,
    async run([id = "", decision], { transfer }, who) {
      if (decision === "approve" && !transfer) throw new UsageError("Give the bank transfer's id with --transfer.");
      const { operator, reason } = await who();
      if (decision === "reject") return [`${id} of ${await rejectClaim(operator, id, reason)} is rejected.`];
      const businessId = await approveClaim(operator, id, transfer ?? "", reason);
      return [`${id} is approved: ${transfer} is credited to ${businessId}.`];
    },
  },
  assign: {
    fits: ({ length }) => length === 2,
    async run([id = "", name = ""], _, who) {
      const business = await getBusiness(name);
      const { operator, reason } = await who();
      await assignUnclaimed(operator, id, business, reason);
      return [`${id} is credited to ${business.name} (${business.id}).`];
    },
  },
  unassign: {
    fits: one,
    async run([id = ""], _, who) {
      const { operator, reason } = await who();
      const { businessId, owedMilli } = await unassign(operator, id, reason);
      return [`${id} is taken back from ${businessId} and unmatched again.${describeOwed(owedMilli)}`];
    },
  },
  refund: {
    fits: ([, decision, ...rest]) => (decision === "paid" || decision === "rejected") && rest.length === 0,
    async run([id = "", decision], { transfer: transferId, "without-transfer": withoutTransfer }, who) {
      if (decision === "paid" && !transferId && !withoutTransfer?.trim())
        throw new UsageError("Give the bank's outgoing transfer with --transfer, or say why there is none.");
      const { operator, reason } = await who();
      if (decision === "rejected") await rejectRefund(operator, id, reason);
      else await closePaidRefund(operator, id, { transferId, withoutTransfer: withoutTransfer?.trim(), reason });
      return [`${id} is ${decision}.`];
    },
  },
  void: {
    fits: one,
    async run([id = ""], _, who) {
      const { operator, reason } = await who();
      const { owedMilli, reopened } = await voidTransfer(operator, id, reason);
      return [`${id} is void.${describeOwed(owedMilli)}${reopened ? ` ${reopened} waits again.` : ""}`];
    },
  },
  close: {
    fits: one,
    async run([id = ""], { as = [], transfer, refund }, who) {
      const kind = closings.find((closing) => as.includes(closing));
      if (!kind) throw new UsageError("Say what it was with --as own, --as refund or --as returned.");
      if (kind === "returned" && !transfer)
        throw new UsageError("Give the incoming transfer that it returned with --transfer.");
      const { operator, reason } = await who();
      if (kind === "own") await closeAsOwn(operator, id, reason);
      if (kind === "refund") await closeAsRefund(operator, id, { refundId: refund, reason });
      const owedMilli =
        kind === "returned" ? await closeAsReturned(operator, id, { incomingId: transfer ?? "", reason }) : 0n;
      return [`${id} is closed as ${kind}.${describeOwed(owedMilli)}`];
    },
  },
  notifications: { fits: ({ length }) => length === 0, run: describeUnrecorded },
  notification: {
    fits: ([, verb, ...rest]) => (verb === "read" || verb === "dismiss") && rest.length === 0,
    async run([id = "", verb], _, who) {
      const { operator, reason } = await who();
      if (verb === "read") return [escapeControls(await readUnrecorded(operator, id, reason))];
      await dismissUnrecorded(operator, id, reason);
      return [`${id} is dismissed.`];
    },
  },
  webhooks: {
    fits: ([verb, ...rest]) => (verb === "stop" || verb === "start") && rest.length === 0,
    async run([verb], _, who) {
      const { operator, reason } = await who();
      await (verb === "stop" ? stopWebhooks : startWebhooks)(operator, reason);
      return [verb === "stop" ? "No webhook is delivered until they are started." : "Webhooks are delivered."];
    },
  },
  reverse: {
    fits: one,
    async run([id = ""], _, who) {
      const { operator, reason } = await who();
      const owedMilli = await reverseTransfer(operator, id, reason);
      return [`${id} is reversed.${describeOwed(owedMilli)}`];
    },
  },
};

/** Outside text must not move the terminal's cursor. */
const escapeControls = (text: string) =>
  text.replace(/[^\P{C}\n]/gu, (symbol) => `\\u{${symbol.codePointAt(0)?.toString(16)}}`);

const closings = ["own", "refund", "returned"] as const;

const describeOwed = (owedMilli: bigint) =>
  owedMilli > 0n ? ` Its business owes ${owedMilli / 1000n} VND for it and is suspended.` : "";

async function operate(args: string[], ask: Ask): Promise<string[]> {
  const text = { type: "string" } as const;
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      // Of `close` also what the transfer was.
      as: { ...text, multiple: true },
      ...{ reason: text, amount: text, reference: text, transfer: text, refund: text, "without-transfer": text },
      yes: { type: "boolean" },
    },
  });
  const [name = "", ...rest] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command?.fits(rest)) throw new UsageError(usage);
  const who = async () => {
    const act = actSchema.safeParse({
      email:
        values.as?.find((as) => !closings.some((closing) => closing === as)) ??
        (await ask("Who are you (email address)? ")),
      reason: values.reason ?? (await ask(name === "resume" ? "Why? " : "Why (its members read this)? ")),
    });
    if (!act.success) throw new UsageError(`Give your email address and a reason of at most 300 characters.\n${usage}`);
    return { operator: { email: act.data.email, via: "terminal" } as Operator, reason: act.data.reason };
  };
  const confirm = (amountVnd: bigint, what: string) => confirmAmount(amountVnd, what, values.yes ? undefined : ask);
  return command.run(rest, values, Object.assign(who, { confirm }));
}

const confirmFromVnd = 10_000_000n;

/** Shows a large amount in words; throws unless it is confirmed. Without `ask` it is only shown. */
async function confirmAmount(amountVnd: bigint, what: string, ask: Ask | undefined): Promise<void> {
  const size = amountVnd < 0n ? -amountVnd : amountVnd;
  if (size <= confirmFromVnd) return;
  const grouped = new Intl.NumberFormat("en").format(amountVnd);
  printLines([`${what}: ${grouped} VND (${amountVnd < 0n ? "minus " : ""}${vndInEnglish(size)})`]);
  if (ask && !/^y(es)?$/i.test((await ask("Is this the amount (yes/no)? ")).trim()))
    throw new UsageError("Nothing was done.");
}

function readAmount(typed: string | undefined): bigint {
  const amount = amountSchema.safeParse(typed);
  if (!amount.success)
    throw new UsageError("Give the amount in whole VND without separators, such as --amount 200000.");
  return amount.data;
}

async function describeSuspended(): Promise<string[]> {
  const businesses = await listSuspended();
  return [
    ...businesses.map(
      ({ id, slug, name, suspendedAt, suspendedReason }) =>
        `${id}  ${slug}  ${suspendedAt && vietnamTime(suspendedAt)}  ${name}: ${suspendedReason}`,
    ),
    `${businesses.length} businesses are suspended`,
  ];
}

async function describeActs(idOrSlug: string): Promise<string[]> {
  const acts = await listPlatformActs(idOrSlug === "acts" ? null : (await getBusiness(idOrSlug)).id);
  return acts.map(
    ({ at, action, operator, details }) => `${vietnamTime(at)}  ${action}  ${operator}  ${JSON.stringify(details)}`,
  );
}

const describeResult = ({
  id,
  direction,
  amountVnd,
  occurredAt,
  reference,
  reason,
  named,
  memo,
  payer,
}: Unmatched): string =>
  [id, direction, `${amountVnd} VND`, vietnamTime(occurredAt), reference, reason, named, payer, JSON.stringify(memo)]
    .filter(Boolean)
    .join("  ");

async function describeUnmatched(): Promise<string[]> {
  const transfers = await listUnmatched();
  return [...transfers.map(describeResult), `${transfers.length} bank transfers are unmatched`];
}

async function describeClaims(): Promise<string[]> {
  const claims = await listOpenClaims();
  const lines = claims.flatMap(({ id, business, amountVnd, transferredAt, reference, note, candidates }) => [
    `${id}  ${business.slug}  ${amountVnd} VND  ${vietnamTime(transferredAt)}  ${reference}  ${JSON.stringify(note)}`,
    ...(candidates.length > 0 ? candidates.map(describeResult) : ["no unmatched transfer of this amount"]).map(
      (line) => `    ${line}`,
    ),
  ]);
  return [...lines, `${claims.length} claims are open`];
}

async function describeRefunds(): Promise<string[]> {
  const refunds = await listOpenRefunds();
  const lines = refunds.map(
    ({ id, business, amountMilli, createdAt, payee }) =>
      `${id}  ${business.slug}  ${amountMilli / 1000n} VND  ${vietnamTime(createdAt)}  ${payee}`,
  );
  return [...lines, `${refunds.length} refunds are open`];
}

async function describeUnrecorded(): Promise<string[]> {
  const notifications = await listUnrecorded();
  return [
    ...notifications.map(
      ({ id, provider, receivedAt, reason }) => `${id}  ${provider}  ${vietnamTime(receivedAt)}  ${reason}`,
    ),
    `${notifications.length} notifications could not be recorded`,
  ];
}

class UsageError extends Error {}

function explain(error: Error): string | null {
  if (error instanceof UsageError || error instanceof OperatorError) return error.message;
  if (!(error instanceof AppError)) return null;
  return error.code === "NOT_FOUND" ? "There is no such business." : "The business is in that state already.";
}
