"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { closeAlarm } from "./alarms";
import { closeAlarmSchema } from "./schema";

export const closeAlarmAction = staffAction(
  { right: "money", input: closeAlarmSchema, proof: "recent", shows: "/operator/**" },
  (staff, closing) => closeAlarm(staff, closing),
);
