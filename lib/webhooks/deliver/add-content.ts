import "server-only";
import { signAudioLink } from "@/lib/engines/audio/signed-urls";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { readRecognized } from "@/lib/speech/history/content";
import type { Task } from "./load";

/** How long a link to audio works, from the attempt on. */
const linkMs = hours(1);

const select = {
  ...{ region: true, audioObject: true, contentObject: true, expiresAt: true, deletedAt: true, status: true },
} as const;

/** With the transcript or a link to the audio, if its endpoint receives them and they can be read in this region. */
export async function addContent(task: Task): Promise<Task> {
  const { hasContent, isTest, eventType, businessId, payload } = task;
  if (!hasContent || isTest || !/^(tts|stt)\.completed$/.test(eventType)) return task;
  const { trackingId } = payload as { trackingId: string };
  const job = await db.job.findFirst({ where: { trackingId, businessId }, select });
  if (!job || job.deletedAt || job.expiresAt <= clock.now()) return task;
  const content = job.audioObject
    ? { audioUrl: signAudioLink(job.audioObject, new Date(Math.min(+job.expiresAt, +clock.now() + linkMs))) }
    : await readTranscript(job);
  return { ...task, payload: { ...(payload as object), content } };
}

async function readTranscript(job: Parameters<typeof readRecognized>[0]) {
  const { transcript = null, channels } = (await readRecognized(job)) ?? {};
  return { transcript, ...(channels && { channels }) };
}
