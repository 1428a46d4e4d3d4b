import { CopyButton } from "@/components/ui/buttons/copy-button";

type CodeBlockProps = { code: string /** What the code is, for screen readers and as its caption. */; label: string };

export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-control border border-line bg-sunken text-left">
      <figcaption className="flex items-center justify-between border-line border-b py-0.5 pr-1 pl-3 text-muted text-sm">
        {label}
        <CopyButton text={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto p-3 font-mono text-sm leading-relaxed">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
