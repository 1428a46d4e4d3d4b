import { parseTable } from "./table";

/** Signs and their words. Prefixed units are listed in full, so that mW and MW differ. */
export const units = parseTable(`
mm | mi li mét
cm | xăng ti mét
dm | đề xi mét
m | mét
km | ki lô mét
nm | na nô mét
µm | mi crô mét
μm | mi crô mét
mm² | mi li mét vuông
mm2 | mi li mét vuông
cm² | xăng ti mét vuông
cm2 | xăng ti mét vuông
dm² | đề xi mét vuông
dm2 | đề xi mét vuông
m² | mét vuông
m2 | mét vuông
km² | ki lô mét vuông
km2 | ki lô mét vuông
mm³ | mi li mét khối
cm³ | xăng ti mét khối
cm3 | xăng ti mét khối
dm³ | đề xi mét khối
dm3 | đề xi mét khối
m³ | mét khối
m3 | mét khối
km³ | ki lô mét khối
ha | héc ta
inch | inh
″ | inh
ft | phít
mi | dặm
mg | mi li gam
µg | mi crô gam
μg | mi crô gam
mcg | mi crô gam
g | gam
gr | gam
kg | ki lô gam
tấn | tấn
lb | pao
oz | ao xơ
ml | mi li lít
mL | mi li lít
cl | xăng ti lít
dl | đề xi lít
dL | đề xi lít
l | lít
L | lít
lít | lít
µl | mi crô lít
cc | xê xê
°C | độ xê
ºC | độ xê
℃ | độ xê
°F | độ ép
°K | độ ca
° | độ
º | độ
% | phần trăm
‰ | phần nghìn
ppm | phần triệu
bit | bít
B | bai
kB | ki lô bai
KB | ki lô bai
MB | mê ga bai
Mb | mê ga bai
GB | gi ga bai
Gb | gi ga bai
TB | tê ra bai
PB | pê ta bai
kbps | ki lô bít trên giây
Kbps | ki lô bít trên giây
Mbps | mê ga bít trên giây
Mb/s | mê ga bít trên giây
Gbps | gi ga bít trên giây
MB/s | mê ga bai trên giây
mV | mi li vôn
V | vôn
kV | ki lô vôn
MV | mê ga vôn
µA | mi crô am pe
mA | mi li am pe
A | am pe
kA | ki lô am pe
mAh | mi li am pe giờ
Ah | am pe giờ
mW | mi li oát
W | oát
kW | ki lô oát
MW | mê ga oát
GW | gi ga oát
TW | tê ra oát
Wh | oát giờ
kWh | ki lô oát giờ
MWh | mê ga oát giờ
GWh | gi ga oát giờ
kVA | ki lô vôn am pe
MVA | mê ga vôn am pe
Wp | oát pích
kWp | ki lô oát pích
MWp | mê ga oát pích
BTU | bê tê u
hp | mã lực
HP | mã lực
Ω | ôm
kΩ | ki lô ôm
MΩ | mê ga ôm
µF | mi crô pha ra
Hz | héc
kHz | ki lô héc
MHz | mê ga héc
GHz | gi ga héc
THz | tê ra héc
dB | đề xi ben
dBm | đề xi ben mi li oát
Pa | pát can
hPa | héc tô pát can
kPa | ki lô pát can
MPa | mê ga pát can
bar | bar
psi | pi ét ai
atm | át mốt phe
mmHg | mi li mét thủy ngân
cmH2O | xăng ti mét nước
N | niu tơn
kN | ki lô niu tơn
Nm | niu tơn mét
J | giun
kJ | ki lô giun
MJ | mê ga giun
cal | ca lo
kcal | ki lô ca lo
Kcal | ki lô ca lo
mol | mol
mmol | mi li mol
µmol | mi crô mol
IU | đơn vị quốc tế
UI | đơn vị quốc tế
mIU | mi li đơn vị quốc tế
mEq | mi li đương lượng
lux | lúc
lm | lu men
rpm | vòng trên phút
l/p | lần một phút
l/ph | lần một phút
bpm | nhịp trên phút
fps | khung hình trên giây
mph | dặm trên giờ
kmh | ki lô mét trên giờ
km/h | ki lô mét trên giờ
m/s | mét trên giây
ms | mi li giây
µs | mi crô giây
ns | na nô giây
px | píc xeo
MP | mê ga píc xeo
dpi | đi pi ai
rad | ra đi an
U/L | đơn vị trên lít
G/L | gi ga trên lít
T/L | tê ra trên lít
K/µL | nghìn trên mi crô lít
K/uL | nghìn trên mi crô lít
M/µL | triệu trên mi crô lít
M/uL | triệu trên mi crô lít
PN | phòng ngủ
WC | nhà vệ sinh
`);

/** Units after the slash, as in 120 km/h: signs are read with "trên", words with "một". */
export const perSigns = parseTable(`
h | giờ
s | giây
s² | giây bình phương
s2 | giây bình phương
min | phút
ph | phút
m | mét
m² | mét vuông
m2 | mét vuông
m³ | mét khối
m3 | mét khối
km | ki lô mét
km² | ki lô mét vuông
km2 | ki lô mét vuông
cm² | xăng ti mét vuông
cm2 | xăng ti mét vuông
cm³ | xăng ti mét khối
cm3 | xăng ti mét khối
ha | héc ta
g | gam
kg | ki lô gam
mg | mi li gam
l | lít
L | lít
lít | lít
ml | mi li lít
mL | mi li lít
dl | đề xi lít
dL | đề xi lít
cc | xê xê
mol | mol
W | oát
kWh | ki lô oát giờ
`);

/** Ignores case, except where two units differ only in case. */
const inAnyCase =
  "mm cm dm km kg mg ml ha mm2 cm2 m2 m3 km2 cm3 gb tb mb kb kw kwh mwh mah ghz mhz khz hz db hp kpa mpa mmhg kcal inch kv kva rpm mbps gbps ma km/h kmh °c °f";

for (const lower of inAnyCase.split(" ")) {
  const known = Object.keys(units).find((sign) => sign.toLowerCase() === lower);
  const words = known === undefined ? undefined : units[known];
  if (!words) continue;
  const capitalized = lower.charAt(0).toUpperCase() + lower.slice(1);
  for (const variant of [lower, lower.toUpperCase(), capitalized]) units[variant] ??= words;
}

units.kw ??= "ki lô oát";
units.mw ??= "mê ga oát";
units.tw ??= "tê ra oát";
units.v ??= "vôn";
units.w ??= "oát";
