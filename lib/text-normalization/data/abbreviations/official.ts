import { parseTable } from "../table";

/** State, party, people and places. The third column names the source: see cases/sources.tsv. */
export const official = parseTable(`
UBND | ủy ban nhân dân | soe
UBNDTP | ủy ban nhân dân thành phố | soe
HĐND | hội đồng nhân dân | soe
UBMTTQ | ủy ban mặt trận tổ quốc | soe
UBMTTQVN | ủy ban mặt trận tổ quốc Việt Nam | soe
MTTQ | mặt trận tổ quốc | soe
MTTQVN | mặt trận tổ quốc Việt Nam | soe
UBTVQH | ủy ban thường vụ quốc hội | soe
UBKT | ủy ban kiểm tra | soe
UBKTTƯ | ủy ban kiểm tra trung ương | soe
UBKTTW | ủy ban kiểm tra trung ương | soe
UBATGTQG | ủy ban an toàn giao thông quốc gia | soe
UBCKNN | ủy ban chứng khoán nhà nước | soe
QH | quốc hội | soe
ĐBQH | đại biểu quốc hội | soe
TVQH | thường vụ quốc hội | soe
VPQH | văn phòng quốc hội | soe
VPCP | văn phòng chính phủ | soe
TTg | thủ tướng | nd30
TTCP | thủ tướng chính phủ | soe
BCH | ban chấp hành | soe
BCHTW | ban chấp hành trung ương | vinorm
BCHTƯ | ban chấp hành trung ương | vinorm
BCT | bộ chính trị | u: UVBCT in soe; Nghị quyết 36 của BCT
UVBCT | ủy viên bộ chính trị | soe
BCĐ | ban chỉ đạo | soe
BCHQS | ban chỉ huy quân sự | soe
BCSĐ | ban cán sự đảng | soe
BQL | ban quản lý | soe
BQLDA | ban quản lý dự án | soe
TW | trung ương | soe
TƯ | trung ương | soe
ĐCS | đảng cộng sản | soe
ĐCSVN | đảng cộng sản Việt Nam | soe
CSVN | cộng sản Việt Nam | soe
CHXHCN | cộng hòa xã hội chủ nghĩa | vinorm
CHXHCNVN | cộng hòa xã hội chủ nghĩa Việt Nam | soe
CHDCND | cộng hòa dân chủ nhân dân | soe
CHLB | cộng hòa liên bang | soe
CHND | cộng hòa nhân dân | soe
VNCH | Việt Nam cộng hòa | soe
XHCN | xã hội chủ nghĩa | soe
CNXH | chủ nghĩa xã hội | soe
CNH | công nghiệp hóa | soe
CNH-HĐH | công nghiệp hóa hiện đại hóa | vinorm
HĐH | hiện đại hóa | vinorm
LHQ | Liên hợp quốc | soe
HĐBA | hội đồng bảo an | soe
ĐSQ | đại sứ quán | soe
LSQ | lãnh sự quán | soe
BYT | Bộ Y tế | soe
BGDĐT | Bộ Giáo dục và Đào tạo | soe
BGD&ĐT | Bộ Giáo dục và Đào tạo | soe
BGTVT | Bộ Giao thông vận tải | soe
BTTTT | Bộ Thông tin và Truyền thông | soe
BTNMT | Bộ Tài nguyên và Môi trường | soe
BLĐTBXH | Bộ Lao động Thương binh và Xã hội | soe
BNNPTNT | Bộ Nông nghiệp và Phát triển nông thôn | vinorm
BKHĐT | Bộ Kế hoạch và Đầu tư | vinorm
BKHCN | Bộ Khoa học và Công nghệ | soe
BQP | Bộ Quốc phòng | soe
BNG | Bộ Ngoại giao | soe
BTP | Bộ Tư pháp | soe
BXD | Bộ Xây dựng | soe
BCA | Bộ Công an | u: Thông tư 58/2020/TT-BCA; BCA vào cuộc
BNV | Bộ Nội vụ | u: Thông tư 01/2011/TT-BNV; BNV đề xuất
LĐTBXH | lao động thương binh và xã hội | soe
LĐ-TB&XH | lao động thương binh và xã hội | soe
NN&PTNT | nông nghiệp và phát triển nông thôn | soe
NNPTNT | nông nghiệp và phát triển nông thôn | soe
PTNT | phát triển nông thôn | soe
KH&CN | khoa học và công nghệ | soe
KHCN | khoa học công nghệ | soe
KH&ĐT | kế hoạch và đầu tư | soe
KHĐT | kế hoạch đầu tư | soe
TN&MT | tài nguyên và môi trường | soe
TNMT | tài nguyên môi trường | soe
TT&TT | thông tin và truyền thông | soe
TTTT | thông tin truyền thông | soe
VH-TT | văn hóa thể thao | soe
VHTT | văn hóa thể thao | soe
VHTTDL | văn hóa thể thao và du lịch | soe
VHTT&DL | văn hóa thể thao và du lịch | soe
VH-TT&DL | văn hóa thể thao và du lịch | soe
GTVT | giao thông vận tải | soe
GTCC | giao thông công chính | soe
SGTVT | Sở Giao thông vận tải | soe
SXD | Sở Xây dựng | soe
SYT | Sở Y tế | u: SYT TP.HCM; Giám đốc SYT
SGDĐT | Sở Giáo dục và Đào tạo | u: SGDĐT Hà Nội; công văn SGDĐT
TDTT | thể dục thể thao | soe
KTXH | kinh tế xã hội | soe
KT-XH | kinh tế xã hội | soe
ANQP | an ninh quốc phòng | soe
QP-AN | quốc phòng an ninh | u: KT-XH, QP-AN; nhiệm vụ QP-AN
ANTT | an ninh trật tự | soe
ANQG | an ninh quốc gia | soe
ANĐT | an ninh điều tra | soe
ATGT | an toàn giao thông | soe
TTATGT | trật tự an toàn giao thông | soe
TTATXH | trật tự an toàn xã hội | soe
TTĐT | trật tự đô thị | vinorm
TTGT | thanh tra giao thông | u: lực lượng TTGT; TTGT xử phạt
TNGT | tai nạn giao thông | soe
CSGT | cảnh sát giao thông | soe
CSCĐ | cảnh sát cơ động | soe
CSHS | cảnh sát hình sự | soe
CSKV | cảnh sát khu vực | soe
CSĐT | cảnh sát điều tra | soe
CQĐT | cơ quan điều tra | soe
CQCSĐT | cơ quan cảnh sát điều tra | soe
CSPCCC | cảnh sát phòng cháy chữa cháy | soe
CSQLHC | cảnh sát quản lý hành chính | soe
CAND | công an nhân dân | soe
CATP | công an thành phố | soe
CAHN | công an Hà Nội | soe
QĐND | quân đội nhân dân | soe
BĐBP | bộ đội biên phòng | soe
LLVT | lực lượng vũ trang | soe
LLVTND | lực lượng vũ trang nhân dân | soe
NVQS | nghĩa vụ quân sự | u: khám NVQS; Luật NVQS
PCCC | phòng cháy chữa cháy | soe
PCCC&CNCH | phòng cháy chữa cháy và cứu nạn cứu hộ | soe
CNCH | cứu nạn cứu hộ | soe
PCTT | phòng chống thiên tai | soe
PCLB | phòng chống lụt bão | soe
TKCN | tìm kiếm cứu nạn | soe
KTTV | khí tượng thủy văn | soe
ATNĐ | áp thấp nhiệt đới | soe
QLTT | quản lý thị trường | soe
QLDA | quản lý dự án | soe
XDCB | xây dựng cơ bản | soe
GPMB | giải phóng mặt bằng | vinorm
TĐC | tái định cư | soe
KDC | khu dân cư | soe
KĐT | khu đô thị | soe
KĐTM | khu đô thị mới | soe
NOXH | nhà ở xã hội | soe
CCHC | cải cách hành chính | soe
TTHC | thủ tục hành chính | u: giải quyết TTHC; bộ TTHC
CBCC | cán bộ công chức | soe
CBCCVC | cán bộ công chức viên chức | soe
CBVC | cán bộ viên chức | soe
CBCNV | cán bộ công nhân viên | soe
CNVC | công nhân viên chức | soe
CNVCLĐ | công nhân viên chức lao động | vinorm
LĐLĐ | liên đoàn lao động | soe
LĐLĐVN | liên đoàn lao động Việt Nam | soe
CCB | cựu chiến binh | soe
LHPN | liên hiệp phụ nữ | soe
ĐVTN | đoàn viên thanh niên | soe
TNCS | thanh niên cộng sản | soe
TNXP | thanh niên xung phong | soe
TNTP | thiếu niên tiền phong | soe
TNV | tình nguyện viên | soe
CTĐ | chữ thập đỏ | soe
BHXH | bảo hiểm xã hội | soe
BHYT | bảo hiểm y tế | soe
BHTN | bảo hiểm thất nghiệp | soe
ASXH | an sinh xã hội | soe
CSXH | chính sách xã hội | soe
CTXH | công tác xã hội | soe
DTTS | dân tộc thiểu số | vinorm
NCT | người cao tuổi | soe
NKT | người khuyết tật | soe
CCCD | căn cước công dân | soe
CMND | chứng minh nhân dân | soe
CMTND | chứng minh thư nhân dân | soe
CMT | chứng minh thư | soe
HKTT | hộ khẩu thường trú | soe
GPLX | giấy phép lái xe | soe
GPXD | giấy phép xây dựng | soe
BLX | bằng lái xe | soe
CĐT | chủ đầu tư | u: CĐT dự án; hợp đồng với CĐT
TTXH | trật tự xã hội | u: Cục Cảnh sát QLHC về TTXH; giữ gìn TTXH
QLHC | quản lý hành chính | u: Cục Cảnh sát QLHC về TTXH; đội QLHC
BKS | ban kiểm soát | u: HĐQT, BKS; trưởng BKS
GCN | giấy chứng nhận | soe
GCNQSDĐ | giấy chứng nhận quyền sử dụng đất | soe
QSDĐ | quyền sử dụng đất | soe
ĐKKD | đăng ký kinh doanh | soe
ĐKDN | đăng ký doanh nghiệp | soe
NSNN | ngân sách nhà nước | soe
KBNN | kho bạc nhà nước | soe
NĐ | nghị định | soe
QĐ | quyết định | soe
NQ | nghị quyết | soe
NQTW | nghị quyết trung ương | u: NQTW 4; NQTW khóa XII
QPPL | quy phạm pháp luật | soe
VBQPPL | văn bản quy phạm pháp luật | soe
TTLT | thông tư liên tịch | soe
TCVN | tiêu chuẩn Việt Nam | soe
QCVN | quy chuẩn Việt Nam | u: QCVN 01:2021/BXD; theo QCVN
XĐGN | xóa đói giảm nghèo | soe
NTM | nông thôn mới | u: xây dựng NTM; xã đạt chuẩn NTM
OCOP | ô cốp | u: sản phẩm OCOP; chương trình OCOP
KNTC | khiếu nại tố cáo | soe
PCTN | phòng chống tham nhũng | soe
TNXH | tệ nạn xã hội | soe
ĐBSCL | đồng bằng sông Cửu Long | soe
ĐBSH | đồng bằng sông Hồng | soe
ĐNB | Đông Nam Bộ | u: vùng ĐNB; các tỉnh ĐNB
ĐNÁ | Đông Nam Á | soe
TBD | Thái Bình Dương | soe
TPHCM | thành phố Hồ Chí Minh | soe
TP.HCM | thành phố Hồ Chí Minh | soe
TP. HCM | thành phố Hồ Chí Minh | soe
Tp.HCM | thành phố Hồ Chí Minh | soe
Tp. HCM | thành phố Hồ Chí Minh | soe
TP HCM | thành phố Hồ Chí Minh | soe
Tp HCM | thành phố Hồ Chí Minh | soe
TP.Hồ Chí Minh | thành phố Hồ Chí Minh | soe
HCM | Hồ Chí Minh | soe
TPHN | thành phố Hà Nội | soe
BR-VT | Bà Rịa Vũng Tàu | vinorm
TT-Huế | Thừa Thiên Huế | soe
VN | Việt Nam | soe
TQ | Trung Quốc | soe
TP | thành phố | soe
Tp | thành phố | soe
VP | văn phòng | soe
TTXVN | Thông tấn xã Việt Nam | soe
TNVN | tiếng nói Việt Nam | vinorm
THVN | truyền hình Việt Nam | soe
SGGP | Sài Gòn giải phóng | soe
TCN | trước công nguyên | soe
SCN | sau công nguyên | u: thế kỷ I SCN; năm 40 SCN
`);

/** Before a signature (Decree 30/2020, article on signing): "KT. CHỦ TỊCH". */
export const signatures = parseTable(`
TM. | thay mặt | nd30
T/M | thay mặt | nd30
KT. | ký thay | nd30
TL. | thừa lệnh | nd30
TUQ. | thừa ủy quyền | nd30
T.Ư | trung ương | soe
v/v | về việc | soe
V/v | về việc | soe
V/V | về việc | soe
đ/c | đồng chí | soe
Đ/c | đồng chí | soe
k/g | kính gửi | soe
K/g | kính gửi | soe
K/G | kính gửi | soe
th/g | thân gửi | soe
`);
