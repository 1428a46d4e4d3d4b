import { MissingPage } from "@/components/shell/missing-page";

/** A page that does not exist at the desk: the navigation stays visible. */
export default function NotFound() {
  return (
    <div className="p-4 py-16">
      <MissingPage />
    </div>
  );
}
