import { Logo } from "./logo";

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-lg">
      <Logo />
      Vang
    </span>
  );
}
