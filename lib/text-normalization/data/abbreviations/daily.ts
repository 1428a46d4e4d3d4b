import { parseTable } from "../table";

/** Sport, the press and everyday writing. */
export const daily = parseTable(`
CLB | câu lạc bộ | soe
HLV | huấn luyện viên | soe
BHL | ban huấn luyện | soe
VĐV | vận động viên | soe
CĐV | cổ động viên | soe
VCK | vòng chung kết | soe
VĐQG | vô địch quốc gia | soe
VĐTG | vô địch thế giới | soe
ĐKVĐ | đương kim vô địch | soe
ĐTQG | đội tuyển quốc gia | soe
ĐTVN | đội tuyển Việt Nam | soe
LĐBĐ | liên đoàn bóng đá | soe
LĐBĐVN | liên đoàn bóng đá Việt Nam | soe
HAGL | Hoàng Anh Gia Lai | soe
SLNA | Sông Lam Nghệ An | soe
HCV | huy chương vàng | soe
HCB | huy chương bạc | soe
HCĐ | huy chương đồng | soe
SVĐ | sân vận động | soe
BTC | ban tổ chức | soe
BGK | ban giám khảo | soe
BLV | bình luận viên | soe
BTV | biên tập viên | soe
MC | em xi | u: MC Trấn Thành; dẫn MC
PV | phóng viên | soe
BBT | ban biên tập | soe
TBT | tổng biên tập | soe
LHP | liên hoan phim | soe
NTK | nhà thiết kế | soe
NSND | nghệ sĩ nhân dân | soe
NSƯT | nghệ sĩ ưu tú | soe
NGND | nhà giáo nhân dân | u: danh hiệu NGND; NGND Nguyễn Lân
NGƯT | nhà giáo ưu tú | u: danh hiệu NGƯT; NGƯT Trần Văn B
KTS | kiến trúc sư | soe
MBH | mũ bảo hiểm | soe
HDV | hướng dẫn viên | soe
TTTM | trung tâm thương mại | soe
TTHNQG | trung tâm hội nghị quốc gia | soe
KDL | khu du lịch | soe
VQG | vườn quốc gia | soe
NVH | nhà văn hóa | soe
NKKN | Nam Kỳ Khởi Nghĩa | soe
CMT8 | Cách mạng tháng Tám | u: đường CMT8; CMT8, Q.3
XVNT | Xô Viết Nghệ Tĩnh | u: đường XVNT; XVNT, Bình Thạnh
HKDD | hàng không dân dụng | soe
XSMB | xổ số miền Bắc | soe
XSMN | xổ số miền Nam | soe
XSKT | xổ số kiến thiết | soe
KQXS | kết quả xổ số | soe
SĐT | số điện thoại | soe
sđt | số điện thoại | soe
SDT | số điện thoại | soe
sdt | số điện thoại | soe
ĐTDĐ | điện thoại di động | soe
ĐT: | điện thoại: | soe
Đt: | điện thoại: | soe
đt: | điện thoại: | soe
ĐC: | địa chỉ: | soe
Đc: | địa chỉ: | soe
đc: | địa chỉ: | soe
Đ/C: | địa chỉ: | soe
Đ/c: | địa chỉ: | soe
STT | số thứ tự | soe
VD: | ví dụ: | soe
vd: | ví dụ: | soe
Vd: | ví dụ: | soe
VD | ví dụ | soe
vd | ví dụ | soe
PS: | tái bút: | u: cuối thư "PS:"; "P/S:"
P/S: | tái bút: | u: cuối thư "PS:"; "P/S:"
v.v... | vân vân... | soe
v.v… | vân vân… | soe
v.v. | vân vân | soe
v.v | vân vân | soe
vv. | vân vân | soe
vv... | vân vân... | soe
vv… | vân vân… | soe
ko | không | teen
Ko | Không | teen
hok | không | teen
đc | được | teen
Đc | Được | teen
dc | được | teen
ntn | như thế nào | teen
Ntn | Như thế nào | teen
ng | người | teen
ngta | người ta | soe
mng | mọi người | teen
mn | mọi người | teen
vs | với | teen
trc | trước | teen
cx | cũng | teen
nma | nhưng mà | teen
nhma | nhưng mà | teen
vđ | vấn đề | teen
hnay | hôm nay | u: hnay đi học; hnay nghỉ
hqua | hôm qua | u: hqua mưa; hqua gặp
nvien | nhân viên | u: hỏi nvien; nvien tư vấn
ace | anh chị em | u: ace ủng hộ; chào ace
ae | anh em | u: ae ơi; chào ae
a/c | anh chị | u: kính chào a/c; a/c cần gì
j | gì | u: làm j; có j
sp | sản phẩm | soe
SP | sản phẩm | soe
tks | cảm ơn | u: tks bạn; ok tks
thks | cảm ơn | u: thks shop; thks nhiều
ib | nhắn riêng | u: ib em; ib báo giá
Ib | Nhắn riêng | u: Ib em; Ib/zalo
Yc: | Yêu cầu: | u: Yc: nữ; Yc: có kinh nghiệm
yc: | yêu cầu: | u: yc: nữ; yc: biết chữ
Hnay | Hôm nay | u: Hnay nghỉ; Hnay sếp đi vắng
Hqua | Hôm qua | u: Hqua mưa; Hqua em về
đt | điện thoại | u: đt hết pin; gọi đt cho em
ntin | nhắn tin | u: ntin cho em; ntin Zalo
klq | không liên quan | u: hỏi klq; klq nhưng mà
stt | số thứ tự | soe
BXH | bảng xếp hạng | soe
CCMN | chung cư mini | u: cho thuê CCMN; CCMN full đồ
SĐCC | sổ đỏ chính chủ | u: nhà SĐCC; bán đất SĐCC
SHCC | sổ hồng chính chủ | u: SHCC giá tốt; nhà SHCC
SHR | sổ hồng riêng | u: đất nền SHR; SHR công chứng ngay
MTG | miễn trung gian | u: MTG, hoa hồng 1%; chính chủ MTG
ktra | kiểm tra | u: ktra hàng; được ktra
`);
