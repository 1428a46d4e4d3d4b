import { staffRoles } from "@/lib/access/principals/roles";
import { grantStaff, listStaff, revokeStaff } from "@/lib/access/staff";
import { actorOptions, readScript, UsageError, verb } from "@/lib/operator/cli/verb";
import { grantSchema } from "@/lib/operator/schema";

export const verbs = [
  verb({
    usage: "list",
    about: "everyone on the staff",
    isDefault: true,
    async run() {
      const staff = await listStaff();
      const lines = staff.map(
        ({ email, role, hasFactor }) => `${email}  ${role}${hasFactor ? "" : "  no second factor"}`,
      );
      return { lines: [...lines, `${staff.length} people are on the staff`], data: staff };
    },
  }),
  verb({
    usage: "grant <email>",
    about: "gives an account a role, or changes it",
    options: { "--role <role>": staffRoles.join(", "), ...actorOptions },
    async run({ args: [typed], options }) {
      const { success, data: role } = grantSchema.shape.role.safeParse(options.role);
      if (!success) throw new UsageError(`Give the role with --role: ${staffRoles.join(", ")}.`);
      const email = typed.trim().toLowerCase();
      const { operator, reason } = readScript(options);
      await grantStaff(operator, email, role, reason);
      return { lines: [`${email} has the role ${role}.`], data: { email, role } };
    },
  }),
  verb({
    usage: "revoke <email>",
    about: "takes the role away, from the next request on",
    options: actorOptions,
    async run({ args: [typed], options }) {
      const email = typed.trim().toLowerCase();
      const { operator, reason } = readScript(options);
      await revokeStaff(operator, email, reason);
      return { lines: [`${email} is not on the staff any more.`], data: { email } };
    },
  }),
];
