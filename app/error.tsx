"use client";

import { BrokenPage, type BrokenPageProps } from "@/components/shell/broken-page";

export default function ErrorPage(props: BrokenPageProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <BrokenPage {...props} />
    </main>
  );
}
