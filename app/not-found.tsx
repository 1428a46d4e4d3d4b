import { MissingPage } from "@/components/shell/missing-page";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <MissingPage />
    </main>
  );
}
