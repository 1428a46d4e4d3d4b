/** How short commands and those of earlier releases are written now, by their first word. */
const formerNames: Record<string, (args: string[]) => (string | undefined)[]> = {
  grant: (args) => ["staff", "grant", ...args],
  revoke: (args) => ["staff", "revoke", ...args],
  suspend: (args) => ["businesses", "suspend", ...args],
  resume: (args) => ["businesses", "resume", ...args],
  list: ([name, ...args]) => {
    if (name === undefined || name.startsWith("-")) return ["businesses", "list", name, ...args];
    return ["audit", "acts", ...(name === "acts" ? [] : [name]), ...args];
  },
  credit: ([name, ...args]) => ["credit", isFormerCredit(name) ? "enter" : undefined, name, ...args],
  adjust: (args) => ["credit", "adjust", ...args],
  decide: ([id, decision, ...args]) => ["claims", decision, id, ...args],
  assign: (args) => ["transfers", "assign", ...args],
  unassign: (args) => ["transfers", "unassign", ...args],
  reverse: (args) => ["transfers", "reverse", ...args],
  void: (args) => ["transfers", "void", ...args],
  close: (args) => [
    "transfers",
    "close",
    ...args.map((arg, index) => (arg === "--as" && closings.has(args[index + 1] ?? "") ? "--kind" : arg)),
  ],
  refund: ([id, decision, ...args]) => ["refunds", decision === "paid" ? "pay" : "reject", id, ...args],
  notification: ([id, verb, ...args]) => ["notifications", verb, id, ...args],
};

const creditVerbs = new Set("enter adjust correct grant request waiting approve reject file".split(" "));
const isFormerCredit = (name?: string) => name !== undefined && !name.startsWith("-") && !creditVerbs.has(name);
const closings = new Set(["own", "refund", "returned"]);

export function withCurrentNames([name = "", ...args]: string[]): string[] {
  const former = /^--accept-licence(?==|$)/;
  if (name === "models") return [name, ...args.map((arg) => arg.replace(former, "--accept-license"))];
  const rewrite = Object.hasOwn(formerNames, name) ? formerNames[name] : undefined;
  return rewrite ? rewrite(args).filter((arg) => arg !== undefined) : [name, ...args].filter(Boolean);
}
