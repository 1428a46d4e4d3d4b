import { Fragment } from "react";

/** An IP address. A long one breaks after a colon, never within a group. */
export function IpAddress({ ip }: { ip: string }) {
  return (
    <span className="font-mono text-sm">
      {ip.split(/(?<=:)/).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        <Fragment key={place}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
