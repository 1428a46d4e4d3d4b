import type { Operator } from "@/lib/access/principals/operator";
import { closeAlarm, readAlarms } from "@/lib/operator/alarms/alarms";
import { alarmNames } from "@/lib/operator/alarms/schema";
import { actorOptions, readActor, UsageError, verb } from "@/lib/operator/cli/verb";
import { vietnamTime } from "@/lib/platform/vietnam-time";

export const verbs = [
  verb({
    usage: "list",
    about: "the alarms that are raised, and who closed them why; the exit code is 1 if one is open",
    isDefault: true,
    async run() {
      const alarms = await readAlarms({ email: "terminal", via: "terminal" } as Operator);
      const lines = alarms.map(({ alarm, count, closing }) =>
        closing
          ? `closed  ${alarm}  ${count}  ${closing.operator}  ${vietnamTime(closing.closedAt)}  ${closing.reason}`
          : `open  ${alarm}  ${count}`,
      );
      const open = alarms.filter(({ closing }) => !closing).length;
      return { lines: [...lines, `${open} open`], data: alarms, isOk: open === 0 };
    },
  }),
  verb({
    usage: "close <alarm>",
    about: "until it is about anything else; it changes nothing of what it is about",
    options: actorOptions,
    async run(given) {
      const [name] = given.args;
      const alarm = alarmNames.find((one) => one === name);
      if (!alarm) throw new UsageError(`The alarms are ${alarmNames.join(", ")}.`);
      const { operator, reason } = await readActor(given, "Why? ");
      await closeAlarm(operator, { alarm, reason });
      return { lines: [`${alarm} is closed.`], data: { alarm } };
    },
  }),
];
