import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";
import { isSameOrigin } from "@/lib/auth/origin";

type Context = RouteContext<"/api/auth/[...nextauth]">;

export const GET = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

export const POST = (request: Request, context: Context) =>
  isSameOrigin(request.headers) ? GET(request, context) : new Response(null, { status: 403 });
