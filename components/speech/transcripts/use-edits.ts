"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useAskBeforeLeaving } from "@/components/ui/fields/ask-unsaved";
import { idle } from "@/lib/platform/form";
import { saveEditsAction } from "@/lib/speech/transcripts/edits/actions";
import type { Saved, SavedEdits } from "@/lib/speech/transcripts/edits/store";
import type { TranscriptEdits } from "@/lib/speech/transcripts/edits/text";
import { areEqual, mergeEdits } from "./edits";

/** What somebody else saved in the meantime. */
export type Conflict = SavedEdits;

const savedAfterMs = 800;

type EditsProps = { business: string; trackingId: string; start: SavedEdits };

/** The edits of a transcript, which are saved a moment after each change, but never over those of somebody else. */
export function useEdits({ business, trackingId, start }: EditsProps) {
  const t = useTranslations("transcriptEditor");
  const [edits, setEdits] = useState(start.edits);
  const [stored, setStored] = useState({ edits: start.edits, version: start.version });
  const [past, setPast] = useState<readonly TranscriptEdits[]>([]);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<{ of: TranscriptEdits; message: string } | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const isUnsaved = edits !== stored.edits && !areEqual(edits, stored.edits);

  const save = useEffectEvent(async () => {
    setSaving(true);
    const sent = edits;
    const saved = await send({ business, trackingId, version: stored.version, edits: JSON.stringify(sent) });
    setSaving(false);
    if (typeof saved === "string") setFailure({ of: sent, message: saved || t("notSaved") });
    else if (saved.status === "conflict") setConflict(saved);
    else setStored({ edits: sent, version: saved.version });
  });
  const isDue = isUnsaved && !isSaving && conflict === null && failure?.of !== edits;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait again
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(save, savedAfterMs);
    return () => clearTimeout(timer);
  }, [isDue, edits]);
  useAskBeforeLeaving({ isNeeded: () => isUnsaved, question: t("leave") });

  function change(next: TranscriptEdits) {
    setPast([...past.slice(-99), edits]);
    setEdits(next);
  }

  /** Goes on from what somebody else saved: `merge` keeps what was changed here, too. */
  function resolve(merge: boolean) {
    if (!conflict) return;
    setPast([]);
    setEdits(merge ? mergeEdits(stored.edits, edits, conflict.edits) : conflict.edits);
    setStored({ edits: conflict.edits, version: conflict.version });
    setConflict(null);
  }

  function undo() {
    const last = past.at(-1);
    if (!last) return;
    setPast(past.slice(0, -1));
    setEdits(last);
  }

  return {
    edits,
    change,
    undo: past.length > 0 ? undo : null,
    status: isUnsaved || isSaving ? ("saving" as const) : ("saved" as const),
    failure: failure && failure.of === edits && isUnsaved ? failure.message : null,
    retry: () => setFailure(null),
    conflict,
    resolve,
  };
}

/** The message of a rejection, empty where there is none. */
async function send(fields: Record<string, string>): Promise<Saved | string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const state = await saveEditsAction(idle, form).catch(() => null);
  if (state?.status === "done") return state.data;
  return state?.status === "refused" ? state.message : "";
}
