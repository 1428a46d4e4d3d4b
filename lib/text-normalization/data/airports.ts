import { parseTable } from "./table";

/** Airport codes (IATA) in Vietnam and of frequent destinations from Vietnam. */
export const airports = parseTable(`
HAN | Hà Nội
SGN | Thành phố Hồ Chí Minh
DAD | Đà Nẵng
CXR | Nha Trang
PQC | Phú Quốc
HPH | Hải Phòng
HUI | Huế
VCA | Cần Thơ
VII | Vinh
DLI | Đà Lạt
BMV | Buôn Ma Thuột
UIH | Quy Nhơn
VDO | Vân Đồn
THD | Thanh Hóa
VCS | Côn Đảo
PXU | Pleiku
TBB | Tuy Hòa
VDH | Đồng Hới
DIN | Điện Biên
VKG | Rạch Giá
CAH | Cà Mau
BKK | Băng Cốc
SIN | Xinh ga po
ICN | Xơ un
NRT | Tô ky ô
HND | Tô ky ô
KUL | Kua la Lăm pơ
HKG | Hồng Kông
TPE | Đài Bắc
`);
