"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useReducer, useRef } from "react";
import { useAskBeforeLeaving } from "@/components/ui/fields/ask-unsaved";
import type { LiveMessage } from "@/lib/api/client/live";
import { balanceQuery } from "@/lib/money/wallet/queries";
import { type End, type LiveEvent, type LiveOrder, LiveSession } from "./session";

export type LiveState = {
  status: "idle" | "opening" | "live" | "ending" | "ended";
  /** What has been said, also in the sessions before a reconnection, and the words that can still change. */
  finals: readonly string[];
  partial: string;
  /** The last ones, each of 50 ms, from 0 to 1. */
  levels: readonly number[];
  /** The sound of this session. */
  seconds: number;
  /** Of the last final. */
  latencyMs: number | null;
  warning: (LiveMessage & { type: "warning" }) | null;
  end: End | null;
  trackingId: string | null;
  /** Of this session, in đồng, once it is known. */
  chargeVnd: number | null;
};

const atRest: LiveState = {
  status: "idle",
  finals: [],
  partial: "",
  levels: [],
  seconds: 0,
  latencyMs: null,
  warning: null,
  end: null,
  trackingId: null,
  chargeVnd: null,
};

/** How many levels are shown. */
export const shownLevels = 48;

/** `begins` with the words that stay, after a lost connection; `stops` when its user wants it to. */
type Act = LiveEvent | { type: "begins"; finals: readonly string[] } | { type: "stops" };

function reduce(state: LiveState, act: Act): LiveState {
  switch (act.type) {
    case "begins":
      return { ...atRest, status: "opening", finals: act.finals };
    case "stops":
      return { ...state, status: "ending", levels: [] };
    case "sound":
      return { ...state, levels: [...state.levels, act.level].slice(-shownLevels), seconds: act.seconds };
    case "ended":
      return { ...state, status: "ended", end: act.end, partial: "", levels: [], warning: null };
    case "message":
      return withMessage(state, act.message, act.latencyMs);
  }
}

function withMessage(state: LiveState, message: LiveMessage, latencyMs: number): LiveState {
  switch (message.type) {
    case "ready":
      return { ...state, status: "live", trackingId: message.trackingId };
    case "partial":
      return { ...state, partial: message.text };
    case "final":
      return { ...state, finals: [...state.finals, message.text], partial: "", latencyMs };
    case "warning":
      return { ...state, warning: message };
    case "done":
      return { ...state, chargeVnd: message.chargeVnd, trackingId: message.trackingId, seconds: message.audioSeconds };
    default:
      return state;
  }
}

/** Transcribes the microphone while one speaks, one session at a time. */
export function useLive(business: string) {
  const t = useTranslations("playground.live");
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(reduce, atRest);
  const open = useRef<LiveSession>(null);
  const isOn = state.status === "opening" || state.status === "live" || state.status === "ending";

  useEffect(() => () => open.current?.leave(), []);
  useAskBeforeLeaving({ isNeeded: () => isOn, question: t("leave"), onLeave: () => open.current?.leave() });

  /** `keepsWords`: what was said before a lost connection stays. */
  function start(order: Omit<LiveOrder, "business">, keepsWords = false) {
    if (isOn) return;
    dispatch({ type: "begins", finals: keepsWords ? state.finals : [] });
    open.current = new LiveSession((event) => {
      dispatch(event);
      if (event.type === "ended") void queries.invalidateQueries(balanceQuery(business));
    });
    void open.current.open({ ...order, business });
  }

  function stop() {
    dispatch({ type: "stops" });
    open.current?.stop();
  }

  return { state, isOn, start, stop };
}
