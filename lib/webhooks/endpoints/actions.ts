"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { memberAction } from "@/lib/auth/actions";
import { createEndpoint } from "./create";
import { deleteEndpoint } from "./delete";
import { editEndpoint } from "./edit";
import { pauseEndpoint, resumeEndpoint } from "./pause";
import { revealHeaderValue, revealSecret } from "./reveal";
import { rotateSecret } from "./rotate";
import { editEndpointFormSchema, endpointSchema, newEndpointFormSchema } from "./schema";

const permission = "webhooks:write";

const refresh = (businessSlug: string) => revalidatePath(`/console/${businessSlug}/webhooks`, "layout");

export const createEndpointAction = memberAction(
  { permission, input: newEndpointFormSchema, proof: "recent" },
  async (member, input) => {
    const { endpoint, secret } = await createEndpoint(member, input);
    refresh(member.businessSlug);
    return { id: endpoint.id, secret };
  },
);

export const editEndpointAction = memberAction(
  { permission, input: editEndpointFormSchema, proof: "byChange" },
  async (member, { id, ...input }) => {
    await editEndpoint(member, id, input);
    refresh(member.businessSlug);
  },
);

export const pauseEndpointAction = memberAction(
  { permission, input: endpointSchema, proof: "none" },
  async (member, { id }) => {
    await pauseEndpoint(member, id);
    refresh(member.businessSlug);
  },
);

export const resumeEndpointAction = memberAction(
  { permission, input: endpointSchema, proof: "none" },
  async (member, { id }) => {
    await resumeEndpoint(member, id);
    refresh(member.businessSlug);
  },
);

export const deleteEndpointAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  async (member, { id }) => {
    await deleteEndpoint(member, id);
    refresh(member.businessSlug);
    redirect(`/console/${member.businessSlug}/webhooks` as Route);
  },
);

export const rotateSecretAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  async (member, { id }) => {
    const { secret } = await rotateSecret(member, id);
    refresh(member.businessSlug);
    return { secret };
  },
);

export const revealSecretAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  (member, { id }) => revealSecret(member, id),
);

export const revealHeaderValueAction = memberAction(
  { permission, input: endpointSchema, proof: "recent" },
  (member, { id }) => revealHeaderValue(member, id),
);
