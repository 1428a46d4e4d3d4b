import { redirect } from "next/navigation";
import { signOut } from "@/lib/access/auth/sign-out";

/** A route rather than an action: the browser then loads the next page whole and keeps nothing of the account. */
export async function POST() {
  await signOut();
  return new Response(null, { status: 303, headers: { location: "/sign-in" } });
}

/** Reloading the form's URL ends no session. */
export function GET() {
  redirect("/sign-in");
}
