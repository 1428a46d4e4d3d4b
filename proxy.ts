import { type NextRequest, NextResponse } from "next/server";
import { sessionCookie } from "@/lib/access/auth/cookie-name";
import { contentPolicy, securityHeaders } from "@/lib/access/auth/headers";
import { pathHeader } from "@/lib/access/auth/next-path";
import { isSameOrigin } from "@/lib/access/auth/origin";
import { env } from "@/lib/platform/env";

/**
 * In front of every page: its security headers, and two early rejections that save work. It never authorizes: actions
 * and routes check the origin and the session's row again, so bypassing this file gains nothing.
 */
export function proxy(request: NextRequest): NextResponse {
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!reads && !isSameOrigin(request.headers)) return secured(new NextResponse(null, { status: 403 }));

  const { pathname, search } = request.nextUrl;
  if (/^\/(console|account|operator)(\/|$)/.test(pathname) && !request.cookies.has(sessionCookie(env.secure))) {
    const signIn = new URL("/sign-in", request.url);
    signIn.searchParams.set("next", pathname + search);
    return secured(NextResponse.redirect(signIn));
  }

  const nonce = btoa(crypto.randomUUID());
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from here.
  headers.set("content-security-policy", policy);
  headers.set(pathHeader, pathname + search);
  return secured(NextResponse.next({ request: { headers } }), policy);
}

function secured(response: NextResponse, policy = "default-src 'none'; frame-ancestors 'none'"): NextResponse {
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(securityHeaders())) response.headers.set(name, value);
  return response;
}

export const config = { matcher: "/((?!_next/static|_next/image|icon.svg).*)" };
