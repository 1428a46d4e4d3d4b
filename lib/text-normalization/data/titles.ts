import { parseTable } from "./table";

/** With a dot, before a name or a number: TP. Huế, Q.1, TS. Lan. */
export const titles = parseTable(`
TP. | thành phố | soe
Tp. | thành phố | soe
tp. | thành phố | soe
Q. | quận | soe
P. | phường | soe
H. | huyện | soe
X. | xã | u: X. Tân Thới; X. An Phú
TX. | thị xã | soe
TT. | thị trấn | soe
Đ. | đường | u: Đ. Lê Lợi; 12 Đ. 3/2
KP. | khu phố | soe
GS. | giáo sư | soe
PGS. | phó giáo sư | soe
TS. | tiến sĩ | soe
TSKH. | tiến sĩ khoa học | soe
ThS. | thạc sĩ | soe
Ths. | thạc sĩ | soe
Th.S | thạc sĩ | soe
BS. | bác sĩ | soe
bs. | bác sĩ | u: bs. Minh trực đêm nay; khám bs. Hà
ts. | tiến sĩ | u: ts. Lan; gặp ts. Hùng
ths. | thạc sĩ | u: ths. Hoa; cô ths. Mai
gs. | giáo sư | u: gs. Châu; thầy gs. Thuyết
đg. | đường | u: đg. Lê Lợi; số 5 đg. Trần Phú
Bs. | bác sĩ | soe
DS. | dược sĩ | u: DS. Nguyễn Thị A; ThS.DS.
LS. | luật sư | soe
KS. | kỹ sư | soe
KTS. | kiến trúc sư | soe
CN. | cử nhân | u: CN. Trần A; CN. Điều dưỡng
NS. | nghệ sĩ | soe
GV. | giáo viên | soe
Mr. | ông | u: Mr. Park; Mr. John
Mrs. | bà | u: Mrs. Hoa; Mrs. Smith
Ms. | cô | u: Ms. Lan; Ms. Anna
Dr. | bác sĩ | u: Dr. Thành; Dr. Lee
GS- | giáo sư | soe
PGS- | phó giáo sư | soe
TS- | tiến sĩ | soe
`);

/** Without a dot, before a name: BS Lan. */
export const titlesWithoutDot = parseTable(`
GS | giáo sư | soe
PGS | phó giáo sư | soe
TS | tiến sĩ | soe
TSKH | tiến sĩ khoa học | soe
GS.TSKH | giáo sư tiến sĩ khoa học | u: GS.TSKH Trần Ngọc Thêm; GS.TSKH Hồ Ngọc Đại
PGS.TSKH | phó giáo sư tiến sĩ khoa học | u: PGS.TSKH Nguyễn A; PGS.TSKH Bùi B
ThS | thạc sĩ | soe
Ths | thạc sĩ | soe
BS | bác sĩ | soe
bs | bác sĩ | u: bs Minh; hẹn bs Lan
đg | đường | u: đg Nguyễn Huệ; nhà ở đg Láng
đd | điều dưỡng | u: đd Hoa; gọi đd Thu
ĐD | điều dưỡng | u: ĐD Nguyễn Thị A; ĐD Hoa
Bs | bác sĩ | soe
LS | luật sư | soe
Mr | ông | u: LH Mr Nam; gặp Mr John
Mrs | bà | u: Mrs Hoa; gặp Mrs Smith
Ms | cô | u: Ms Lan; gặp Ms Anna
KS | kỹ sư | soe
DS | dược sĩ | u: DS Nguyễn Thị A; DS Hoa
TX | thị xã | soe
TT | thị trấn | soe
KP | khu phố | soe
QL | quốc lộ | soe
`);
