import { parseArgs } from "node:util";
import { type Ask, askTerminal } from "@/lib/ask-terminal";
import { AppError } from "@/lib/errors";
import type { Operator } from "@/lib/principals/operator";
import { runCommand } from "@/lib/run-command";
import { listPlatformActs } from "./record";
import { actSchema } from "./schema";
import { getBusiness, listSuspended, resumeBusiness, suspendBusiness } from "./suspend";

const usage = `npm run operator -- suspend|resume <business id or slug> --as <your email> --reason "<why>"
npm run operator -- list [<business id or slug>]`;

/** `npm run operator`: suspends and resumes businesses. What is not given is asked for. Its exit code is 1 when it fails. */
export const operateFromTerminal = (args: string[], ask: Ask = askTerminal): Promise<number> =>
  runCommand(usage, () => operate(args, ask), explain);

async function operate(args: string[], ask: Ask): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: "string" }, reason: { type: "string" } },
  });
  const [command, name] = positionals;
  if (command === "list") return name ? tellActs(name) : tellSuspended();
  if ((command !== "suspend" && command !== "resume") || !name) throw new UsageError(usage);

  const business = await getBusiness(name);
  const act = actSchema.safeParse({
    email: values.as ?? (await ask("Who are you (email address)? ")),
    reason: values.reason ?? (await ask(command === "suspend" ? "Why (its members read this)? " : "Why? ")),
  });
  if (!act.success) throw new UsageError(`Give your email address and a reason of at most 300 characters.\n${usage}`);
  const operator = { email: act.data.email, via: "terminal" } as Operator;
  await (command === "suspend" ? suspendBusiness : resumeBusiness)(operator, business, act.data.reason);
  return [`${business.name} (${business.id}) is ${command === "suspend" ? "suspended" : "resumed"}.`];
}

async function tellSuspended(): Promise<string[]> {
  const businesses = await listSuspended();
  return [
    ...businesses.map(
      ({ id, slug, name, suspendedAt, suspendedReason }) =>
        `${id}  ${slug}  ${suspendedAt?.toISOString()}  ${name}: ${suspendedReason}`,
    ),
    `${businesses.length} businesses are suspended`,
  ];
}

async function tellActs(idOrSlug: string): Promise<string[]> {
  const { id } = await getBusiness(idOrSlug);
  const acts = await listPlatformActs(id);
  return acts.map(
    ({ at, action, operator, details }) => `${at.toISOString()}  ${action}  ${operator}  ${JSON.stringify(details)}`,
  );
}

class UsageError extends Error {}

function explain(error: Error): string | null {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof AppError)) return null;
  return error.code === "NOT_FOUND" ? "There is no such business." : "The business is in that state already.";
}
