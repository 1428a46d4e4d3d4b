"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";

export type SectionLink = { id: string; title: string };

type SectionListProps = {
  label: string;
  sections: readonly SectionLink[];
  /** Anchors that were on this page once, with the pages where their content is now. */
  moved?: Readonly<Record<string, string>>;
};

const unmoved = {};

/** Links to the sections of a page; the one that is being read is current. */
export function SectionList({ label, sections, moved = unmoved }: SectionListProps) {
  const [current, setCurrent] = useState(sections[0]?.id);

  useEffect(() => {
    const goOn = () => {
      const former = moved[location.hash.slice(1)];
      if (former) location.replace(former);
    };
    goOn();
    addEventListener("hashchange", goOn);
    return () => removeEventListener("hashchange", goOn);
  }, [moved]);

  useEffect(() => {
    const follow = () => setCurrent(findRead(sections));
    follow();
    addEventListener("scroll", follow, { passive: true });
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("scroll", follow);
      removeEventListener("hashchange", follow);
    };
  }, [sections]);

  return (
    <nav aria-label={label} className="lg:sticky lg:top-6 print:hidden">
      <ul className="flex flex-wrap gap-1 lg:grid">
        {sections.map(({ id, title }) => (
          <li key={id} className="min-w-0">
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={clsx(
                "flex min-h-9 items-center rounded-control px-3 py-1.5 transition-colors pointer-coarse:min-h-11",
                id === current ? "bg-hover font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The last section that begins in the upper third. At the end of the page, where not every one can: the one of the URL. */
function findRead(sections: readonly SectionLink[]): string | undefined {
  const topOf = ({ id }: SectionLink) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  const { scrollHeight } = document.documentElement;
  if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2) {
    const named = sections.find(({ id }) => `#${id}` === location.hash);
    const isSeen = named && topOf(named) >= 0 && topOf(named) < innerHeight;
    return (isSeen ? named : sections.at(-1))?.id;
  }
  const begun = sections.filter((section) => topOf(section) <= innerHeight / 3);
  return (begun.at(-1) ?? sections[0])?.id;
}
