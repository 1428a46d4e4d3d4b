"use server";

import { staffAction, viewerAction } from "@/lib/access/auth/actions";
import { dataRequestAnswerSchema, newDataRequestSchema } from "./schema";
import { answerDataRequest, createDataRequest } from "./service";

export const createDataRequestAction = viewerAction(
  { input: newDataRequestSchema, proof: "none", shows: "/account" },
  (viewer, request) => createDataRequest(viewer, request),
);

export const answerDataRequestAction = staffAction(
  { right: "manage", input: dataRequestAnswerSchema, proof: "recent", shows: "/operator/**" },
  (staff, answer) => answerDataRequest(staff, answer),
);
