import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/next-auth";
import { isSameOrigin } from "@/lib/auth/origin";

type Context = RouteContext<"/api/auth/[...nextauth]">;

export const GET = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

export async function POST(request: Request, context: Context): Promise<Response> {
  if (!isSameOrigin(request.headers)) return new Response(null, { status: 403 });
  try {
    return await GET(request, context);
  } catch (error) {
    // next-auth parses the body itself.
    if (error instanceof SyntaxError) return new Response(null, { status: 400 });
    throw error;
  }
}
