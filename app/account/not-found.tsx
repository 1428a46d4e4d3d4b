import { MissingPage } from "@/components/shell/missing-page";

/** A page that an account does not have: its tabs stay visible. */
export default function NotFound() {
  return (
    <div className="p-4 py-16">
      <MissingPage />
    </div>
  );
}
