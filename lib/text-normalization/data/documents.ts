import { parseTable } from "./table";

/** Document types and their issuers, as in 15/2020/NĐ-CP (Decree 30/2020, appendix III; court forms). */
export const documentParts = parseTable(`
NĐ | nghị định
NQ | nghị quyết
QĐ | quyết định
TT | thông tư
TTLT | thông tư liên tịch
CT | chỉ thị
CTR | cáo trạng
VKS | viện kiểm sát
VKSTC | Viện kiểm sát nhân dân tối cao
CSĐT | cảnh sát điều tra
CQĐT | cơ quan điều tra
KLGĐ | kết luận giám định
KLĐT | kết luận điều tra
CV | công văn
CĐ | công điện
TB | thông báo
HD | hướng dẫn
KH | kế hoạch
BC | báo cáo
TTr | tờ trình
HĐ | hợp đồng
BB | biên bản
QC | quy chế
PL | pháp lệnh
L | luật
GP | giấy phép
VBHN | văn bản hợp nhất
CP | chính phủ
TTg | thủ tướng
CTN | chủ tịch nước
QH | quốc hội
UBTVQH | ủy ban thường vụ quốc hội
HĐTP | hội đồng thẩm phán
HĐND | hội đồng nhân dân
UBND | ủy ban nhân dân
TW | trung ương
TƯ | trung ương
TU | tỉnh ủy
KL | kết luận
BCĐ | ban chỉ đạo
VPCP | văn phòng chính phủ
BYT | Bộ Y tế
BTC | Bộ Tài chính
BCA | Bộ Công an
BQP | Bộ Quốc phòng
BNV | Bộ Nội vụ
BTP | Bộ Tư pháp
BCT | Bộ Công thương
BXD | Bộ Xây dựng
BGTVT | Bộ Giao thông vận tải
BGDĐT | Bộ Giáo dục và Đào tạo
BKHĐT | Bộ Kế hoạch và Đầu tư
BKHCN | Bộ Khoa học và Công nghệ
BTTTT | Bộ Thông tin và Truyền thông
BTNMT | Bộ Tài nguyên và Môi trường
BNNPTNT | Bộ Nông nghiệp và Phát triển nông thôn
BLĐTBXH | Bộ Lao động Thương binh và Xã hội
BVHTTDL | Bộ Văn hóa Thể thao và Du lịch
NHNN | ngân hàng nhà nước
TANDTC | Tòa án nhân dân tối cao
VKSNDTC | Viện kiểm sát nhân dân tối cao
BHXH | bảo hiểm xã hội
HSST | hình sự sơ thẩm
HSPT | hình sự phúc thẩm
HS | hình sự
DS | dân sự
DSST | dân sự sơ thẩm
DSPT | dân sự phúc thẩm
HNGĐ | hôn nhân gia đình
KDTM | kinh doanh thương mại
HC | hành chính
LĐ | lao động
ST | sơ thẩm
PT | phúc thẩm
GĐT | giám đốc thẩm
TLST | thụ lý sơ thẩm
TLPT | thụ lý phúc thẩm
QĐST | quyết định sơ thẩm
QĐPT | quyết định phúc thẩm
QĐXXST | quyết định xét xử sơ thẩm
`);
