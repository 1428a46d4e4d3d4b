"use server";

import { z } from "zod";
import { staffAction } from "@/lib/access/auth/actions";
import { installVoiceSchema } from "./schema";
import { cancelVoice, installVoice } from "./voices";

export const installVoiceAction = staffAction(
  { right: "manage", input: installVoiceSchema, proof: "recent" },
  installVoice,
);

export const cancelVoiceAction = staffAction({ right: "manage", input: z.object({}), proof: "recent" }, cancelVoice);
