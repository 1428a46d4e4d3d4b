"use client";

import dynamic from "next/dynamic";

/** The editor of a transcript. No page waits for its script. */
export const LazyEditor = dynamic(() => import("./transcript-editor"), { ssr: false });
