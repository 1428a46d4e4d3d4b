import { Logo } from "@/components/shell/logo";

/** Who runs this installation, and the path of their logo. */
export type OperatorMark = { name: string; logo: string | null };

export function Operator({ mark: { name, logo } }: { mark: OperatorMark }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-lg">
      {/* biome-ignore lint/performance/noImgElement: a file of the operator, of any size and format */}
      {logo ? <img src={logo} alt="" width="28" height="28" className="size-7 object-contain" /> : <Logo />}
      {name}
    </span>
  );
}
