import { parseTable } from "../table";

/** Schools, universities and exams. */
export const school = parseTable(`
THPT | trung học phổ thông | soe
THCS | trung học cơ sở | soe
TH&THCS | tiểu học và trung học cơ sở | soe
PTTH | phổ thông trung học | soe
PTCS | phổ thông cơ sở | soe
PTDTNT | phổ thông dân tộc nội trú | soe
GDTX | giáo dục thường xuyên | soe
GDNN | giáo dục nghề nghiệp | soe
GDMN | giáo dục mầm non | soe
GDTH | giáo dục tiểu học | soe
GDCD | giáo dục công dân | soe
GDTC | giáo dục thể chất | vinorm
GDQP | giáo dục quốc phòng | u: môn GDQP; chứng chỉ GDQP
GDĐT | giáo dục đào tạo | soe
GD&ĐT | giáo dục và đào tạo | soe
GD-ĐT | giáo dục đào tạo | soe
GDPT | giáo dục phổ thông | u: chương trình GDPT 2018; Luật GDPT
TCCN | trung cấp chuyên nghiệp | soe
ĐH | đại học | soe
CĐ | cao đẳng | soe
ĐHQG | đại học quốc gia | soe
ĐHQGHN | đại học quốc gia Hà Nội | soe
ĐHBK | đại học bách khoa | soe
ĐHSP | đại học sư phạm | soe
ĐHKHTN | đại học khoa học tự nhiên | soe
ĐHKHXH | đại học khoa học xã hội | soe
ĐHKTQD | đại học kinh tế quốc dân | soe
ĐHYD | đại học y dược | soe
ĐHYHN | đại học Y Hà Nội | u: ĐHYHN tuyển sinh; cựu sinh viên ĐHYHN
CĐSP | cao đẳng sư phạm | soe
HVNH | học viện ngân hàng | soe
SPKT | sư phạm kỹ thuật | soe
KHTN | khoa học tự nhiên | soe
KHXH | khoa học xã hội | soe
KHXH&NV | khoa học xã hội và nhân văn | soe
KTQD | kinh tế quốc dân | soe
QTKD | quản trị kinh doanh | soe
CNTT | công nghệ thông tin | soe
CNSH | công nghệ sinh học | soe
NCKH | nghiên cứu khoa học | soe
NCS | nghiên cứu sinh | soe
HVCH | học viên cao học | soe
SGK | sách giáo khoa | soe
SBT | sách bài tập | u: SBT Toán 6; trang 12 SBT
SGV | sách giáo viên | u: SGV Ngữ văn; theo SGV
GV | giáo viên | soe
GVCN | giáo viên chủ nhiệm | soe
GVG | giáo viên giỏi | soe
GVMN | giáo viên mầm non | soe
HS | học sinh | soe
HSG | học sinh giỏi | soe
HSSV | học sinh sinh viên | soe
SV | sinh viên | soe
PHHS | phụ huynh học sinh | soe
CMHS | cha mẹ học sinh | soe
BGH | ban giám hiệu | soe
CBQL | cán bộ quản lý | soe
CSVC | cơ sở vật chất | soe
HK | học kỳ | soe
HKI | học kỳ một | soe
HKII | học kỳ hai | soe
HK1 | học kỳ một | soe
HK2 | học kỳ hai | soe
ĐTB | điểm trung bình | soe
SBD | số báo danh | soe
TNKQ | trắc nghiệm khách quan | soe
ĐGNL | đánh giá năng lực | u: kỳ thi ĐGNL; điểm ĐGNL
TNTHPT | tốt nghiệp trung học phổ thông | u: thi TNTHPT; kỳ thi TNTHPT 2025
KTX | ký túc xá | soe
ĐRL | điểm rèn luyện | soe
NXBGD | nhà xuất bản giáo dục | soe
NXB | nhà xuất bản | soe
TKB | thời khóa biểu | u: TKB lớp 10A; xem TKB
BTVN | bài tập về nhà | u: làm BTVN; nộp BTVN
CLC | chất lượng cao | soe
`);
