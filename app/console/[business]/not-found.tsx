import { MissingPage } from "@/components/shell/missing-page";

/** Something of this business that is not there: the way to everything else stays in sight. */
export default function NotFound() {
  return (
    <div className="p-4 py-16">
      <MissingPage />
    </div>
  );
}
