/** The first link of a page, shown with the focus: to what follows its navigation. */
export const SkipLink = ({ label }: { label: string }) => (
  <a
    href="#content"
    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-4 focus:py-2"
  >
    {label}
  </a>
);
