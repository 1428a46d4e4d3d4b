import NextLink, { type LinkProps } from "next/link";

/**
 * A link inside the application. Its page is requested when the link is followed, not when it comes into view: every
 * page is rendered on request, so prefetching costs the server two requests per visible link and saves no time.
 */
export function Link<Path>(props: LinkProps<Path>) {
  return <NextLink {...props} prefetch={false} />;
}
