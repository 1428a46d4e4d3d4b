import NextLink, { type LinkProps } from "next/link";

/** A link that does not prefetch: pages are rendered on request, so prefetching costs the server and saves no time. */
export function Link<Path>(props: LinkProps<Path>) {
  return <NextLink {...props} prefetch={false} />;
}
