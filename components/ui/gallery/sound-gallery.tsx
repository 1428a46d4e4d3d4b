import { Waveform } from "@/components/ui/sound/waveform";
import { Card } from "@/components/ui/text/card";
import { Specimen } from "./specimen";

export function SoundGallery() {
  return (
    <Card title="Waveform">
      <Specimen name="Full">
        <Waveform url="/dev/components/sound" title="Câu mẫu" />
      </Specimen>
      <Specimen name="Compact">
        <Waveform url="/dev/components/sound" title="Câu mẫu, gọn" compact />
      </Specimen>
      <Specimen name="Not there">
        <Waveform url="/dev/components/no-sound" title="Câu đã mất" />
      </Specimen>
    </Card>
  );
}
