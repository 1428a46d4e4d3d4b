"use server";

import { revalidatePath } from "next/cache";
import { staffAction, viewerAction } from "@/lib/auth/actions";
import { dataRequestAnswerSchema, newDataRequestSchema } from "./schema";
import { answerDataRequest, createDataRequest } from "./service";

export const createDataRequestAction = viewerAction(
  { input: newDataRequestSchema, proof: "none" },
  async (viewer, request) => {
    await createDataRequest(viewer, request);
    revalidatePath("/account");
  },
);

export const answerDataRequestAction = staffAction(
  { right: "manage", input: dataRequestAnswerSchema, proof: "recent" },
  async (staff, answer) => {
    await answerDataRequest(staff, answer);
    revalidatePath("/operator", "layout");
  },
);
