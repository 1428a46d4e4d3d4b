import { parseTable } from "../table";

/** Hospitals, tests and findings, as on slips and discharge notes. */
export const medical = parseTable(`
BV | bệnh viện | soe
BVĐK | bệnh viện đa khoa | soe
BVTW | bệnh viện trung ương | soe
BVTƯ | bệnh viện trung ương | soe
TTYT | trung tâm y tế | soe
TYT | trạm y tế | u: TYT xã; TYT phường 5
PKĐK | phòng khám đa khoa | u: PKĐK Hoàn Mỹ; PKĐK khu vực
BN | bệnh nhân | yk
NB | người bệnh | u: NB nội trú; NB tỉnh táo
KCB | khám chữa bệnh | soe
ĐTNT | điều trị ngoại trú | u: hồ sơ ĐTNT; BN ĐTNT
CĐHA | chẩn đoán hình ảnh | u: khoa CĐHA; kết quả CĐHA
CLS | cận lâm sàng | yk
XNM | xét nghiệm máu | u: làm XNM; XNM bình thường
XN | xét nghiệm | u: kết quả XN; phòng XN
KQXN | kết quả xét nghiệm | soe
HA | huyết áp | yk
THA | tăng huyết áp | yk
HATT | huyết áp tâm thu | u: HATT 140; HATT ≥ 140 mmHg
HATTr | huyết áp tâm trương | u: HATTr 90; HATTr < 90 mmHg
ĐTĐ | đái tháo đường | soe
TMCT | thiếu máu cơ tim | u: bệnh TMCT; TMCT cục bộ
NMCT | nhồi máu cơ tim | u: NMCT cấp; tiền sử NMCT
TBMMN | tai biến mạch máu não | soe
CTSN | chấn thương sọ não | soe
CTCH | chấn thương chỉnh hình | soe
VPQ | viêm phế quản | u: VPQ cấp; bé bị VPQ
SXH | sốt xuất huyết | soe
SXHD | sốt xuất huyết Dengue | u: SXHD ngày 4; ca SXHD
TCM | tay chân miệng | u: bệnh TCM; dịch TCM
NKTN | nhiễm khuẩn tiết niệu | u: BN NKTN; NKTN tái phát
NKBV | nhiễm khuẩn bệnh viện | soe
TMH | tai mũi họng | u: khoa TMH; BV TMH
RHM | răng hàm mặt | u: khoa RHM; BV RHM
YHCT | y học cổ truyền | soe
PHCN | phục hồi chức năng | u: khoa PHCN; BV PHCN
VLTL | vật lý trị liệu | u: tập VLTL; khoa VLTL
HSCC | hồi sức cấp cứu | u: khoa HSCC; phòng HSCC
HSTC | hồi sức tích cực | u: khoa HSTC; HSTC chống độc
GMHS | gây mê hồi sức | u: khoa GMHS; BS GMHS
PTTM | phẫu thuật thẩm mỹ | soe
SPK | sản phụ khoa | u: khoa SPK; tiền sử SPK
KHHGĐ | kế hoạch hóa gia đình | vinorm
SKSS | sức khỏe sinh sản | soe
CSSK | chăm sóc sức khỏe | soe
TCMR | tiêm chủng mở rộng | soe
YTDP | y tế dự phòng | soe
YTCC | y tế công cộng | u: ĐH YTCC; cử nhân YTCC
VSDT | vệ sinh dịch tễ | u: Viện VSDT TƯ; VSDT Tây Nguyên
NVYT | nhân viên y tế | u: NVYT tuyến đầu; bảo vệ NVYT
CBYT | cán bộ y tế | soe
TBYT | thiết bị y tế | soe
TTBYT | trang thiết bị y tế | soe
ATTP | an toàn thực phẩm | u: Cục ATTP; vi phạm ATTP
VSATTP | vệ sinh an toàn thực phẩm | soe
ATVSTP | an toàn vệ sinh thực phẩm | soe
TPCN | thực phẩm chức năng | soe
NĐTP | ngộ độc thực phẩm | vinorm
HCTĐ | hội chữ thập đỏ | soe
HMNĐ | hiến máu nhân đạo | soe
BMI | bê mờ i | u: chỉ số BMI; BMI 22,5
ECG | điện tâm đồ | yk
ĐTĐ type 2 | đái tháo đường típ hai | soe
SGOT | ét giê o tê | u: SGOT 35 U/L; men gan SGOT
GOT | giê o tê | u: men gan GOT; GOT 40 U/L
SGPT | ét giê pê tê | u: SGPT 40 U/L; men gan SGPT
CRP | xê rờ pê | u: CRP tăng; CRP 12 mg/L
PCR | pê xê rờ | u: xét nghiệm PCR; PCR dương tính
MRI | mờ rờ i | u: chụp MRI; MRI sọ não
HIV | hát i vê | u: nhiễm HIV; HIV/AIDS
AIDS | ết | u: HIV/AIDS; bệnh AIDS
ADN | a đê en nờ | u: giám định ADN; xét nghiệm ADN
COPD | bệnh phổi tắc nghẽn mạn tính | soe
ICU | khoa hồi sức tích cực | yk
HBsAg | hát bê ét a giê | u: HBsAg dương tính; xét nghiệm HBsAg
HbA1c | hát bê a một xê | u: HbA1c 7%; chỉ số HbA1c
SpO2 | ét pê o hai | u: SpO2 98%; đo SpO2
CKI | chuyên khoa một | u: BSCKI; BS CKI Nguyễn Văn A
CKII | chuyên khoa hai | u: BSCKII; BS CKII Trần Thị B
CK1 | chuyên khoa một | u: BS CK1; CK1 Nội
CK2 | chuyên khoa hai | u: BS CK2; CK2 Ngoại
BSCKI | bác sĩ chuyên khoa một | u: BSCKI Lê A; BSCKI Nhi
BSCKII | bác sĩ chuyên khoa hai | u: BSCKII Lê A; BSCKII Sản
BS.CKI | bác sĩ chuyên khoa một | u: BS.CKI Lê A; BS.CKI Nhi
BS.CKII | bác sĩ chuyên khoa hai | u: BS.CKII Lê A; BS.CKII Sản
TTM | truyền tĩnh mạch | u: Glucose 5% TTM; TTM 30 giọt/phút
TDD | tiêm dưới da | u: TDD 10UI; insulin TDD
PARA | pa ra | u: PARA 1001; sản phụ PARA 0000
CLVT | cắt lớp vi tính | u: chụp CLVT lồng ngực; CLVT sọ não
TDMP | tràn dịch màng phổi | u: không TDMP; TDMP hai bên
KSK | khám sức khỏe | u: giấy KSK; KSK định kỳ
VLDD | viêm loét dạ dày | u: tiền sử VLDD; VLDD 5 năm
TSM | tầng sinh môn | u: may TSM; TSM bình thường
BSNT | bác sĩ nội trú | u: kỳ thi BSNT; BSNT khóa 45
`);
