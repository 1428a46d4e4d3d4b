export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent-fill" />
      <path
        d="M6.5 14v4M11.25 10.5v11M16 6.5v19M20.75 10.5v11M25.5 14v4"
        className="stroke-on-fill"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-lg">
      <Logo />
      Vang
    </span>
  );
}
