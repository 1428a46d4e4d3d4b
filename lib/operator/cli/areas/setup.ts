import { userInfo } from "node:os";
import type { Operator } from "@/lib/access/principals/operator";
import { readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { testSetupSchema } from "@/lib/operator/setup/schema";
import { listSetup, testSetup } from "@/lib/operator/setup/setup";
import { defaultLocale } from "@/lib/platform/i18n/locale";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "what a new installation needs: set, lacking or failing",
    isDefault: true,
    async run() {
      const rows = await listSetup({ email: userInfo().username, via: "terminal" } as Operator);
      const lines = rows.map(({ part, state, value, settings, lastTest }) =>
        [
          ...[part, state, value ?? "", state === "ready" ? "" : settings.join(" ")].filter(Boolean),
          ...(lastTest ? [`tested ${vietnamTime(lastTest.at)}: ${lastTest.result}`] : []),
        ].join("  "),
      );
      const lacking = rows.filter(({ state }) => state === "missing" || state === "failing").length;
      return { lines: [...lines, `${lacking} lacking or failing`], data: rows, isOk: lacking === 0 };
    },
  }),
  verb({
    usage: "test <part>",
    about: "sends yourself an email (mail), or us a notification as a provider signs it (sepay, casso, payos)",
    options: { "--as <email>": "your email address, where a test email goes" },
    async run(given) {
      const test = testSetupSchema.safeParse({ what: given.args[0] });
      if (!test.success) throw new UsageError("Test mail, sepay, casso or payos.");
      const { operator } = await readActor({ ...given, options: { ...given.options, reason: "test" } });
      await testSetup(operator, test.data.what, defaultLocale);
      return { lines: [`${test.data.what} works.`], data: { isOk: true } };
    },
  }),
];
