import { MissingInBusiness } from "@/components/shell/missing-in-business";

/** Something that the business does not have: its navigation stays visible. */
export default function NotFound() {
  return (
    <div className="p-4 py-16">
      <MissingInBusiness />
    </div>
  );
}
