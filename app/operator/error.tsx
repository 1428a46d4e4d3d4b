"use client";

import { BrokenPage, type BrokenPageProps } from "@/components/shell/broken-page";

/** One page of the desk failed: the navigation stays visible. */
export default function ErrorPage(props: BrokenPageProps) {
  return (
    <div className="p-4 py-16">
      <BrokenPage {...props} />
    </div>
  );
}
