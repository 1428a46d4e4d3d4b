import { parseTable } from "../table";

/** Companies, banks, taxes and trade. */
export const business = parseTable(`
TNHH | trách nhiệm hữu hạn | soe
TNHH MTV | trách nhiệm hữu hạn một thành viên | soe
MTV | một thành viên | soe
CTCP | công ty cổ phần | soe
CTY | công ty | soe
Cty | công ty | soe
cty | công ty | soe
CTCK | công ty chứng khoán | soe
CP | cổ phần | soe
CPH | cổ phần hóa | soe
TMCP | thương mại cổ phần | soe
TM | thương mại | soe
TMDV | thương mại dịch vụ | soe
TM-DV | thương mại dịch vụ | soe
TMĐT | thương mại điện tử | soe
DNTN | doanh nghiệp tư nhân | soe
DNNN | doanh nghiệp nhà nước | soe
DNNVV | doanh nghiệp nhỏ và vừa | banker
DNVVN | doanh nghiệp vừa và nhỏ | soe
DN | doanh nghiệp | soe
HTX | hợp tác xã | soe
HKD | hộ kinh doanh | u: thuế HKD; đăng ký HKD
TCT | tổng công ty | soe
TGĐ | tổng giám đốc | soe
PTGĐ | phó tổng giám đốc | soe
P.TGĐ | phó tổng giám đốc | soe
GĐ | giám đốc | soe
PGĐ | phó giám đốc | soe
P.GĐ | phó giám đốc | soe
HĐQT | hội đồng quản trị | soe
HĐTV | hội đồng thành viên | u: Chủ tịch HĐTV; thành viên HĐTV
CTHĐQT | chủ tịch hội đồng quản trị | soe
ĐHĐCĐ | đại hội đồng cổ đông | u: họp ĐHĐCĐ; ĐHĐCĐ thường niên
ĐHCĐ | đại hội cổ đông | soe
NĐT | nhà đầu tư | soe
TTCK | thị trường chứng khoán | soe
SGDCK | sở giao dịch chứng khoán | soe
TPDN | trái phiếu doanh nghiệp | u: thị trường TPDN; phát hành TPDN
TPCP | trái phiếu chính phủ | soe
BCTC | báo cáo tài chính | u: BCTC quý 3; BCTC hợp nhất
BCTN | báo cáo thường niên | u: BCTN 2024; công bố BCTN
LNST | lợi nhuận sau thuế | u: LNST tăng 15%; LNST quý 2
LNTT | lợi nhuận trước thuế | u: LNTT đạt 500 tỷ; LNTT hợp nhất
VCSH | vốn chủ sở hữu | u: VCSH 1.000 tỷ; ROE trên VCSH
TSCĐ | tài sản cố định | u: khấu hao TSCĐ; mua TSCĐ
TSBĐ | tài sản bảo đảm | u: giá trị TSBĐ; xử lý TSBĐ
VĐL | vốn điều lệ | u: VĐL 10 tỷ; tăng VĐL
KQKD | kết quả kinh doanh | u: KQKD quý 1; báo cáo KQKD
SXKD | sản xuất kinh doanh | u: hoạt động SXKD; kế hoạch SXKD
SX | sản xuất | soe
XNK | xuất nhập khẩu | soe
XK | xuất khẩu | soe
NK | nhập khẩu | soe
XKLĐ | xuất khẩu lao động | soe
XTTM | xúc tiến thương mại | soe
NHNN | ngân hàng nhà nước | soe
NHTM | ngân hàng thương mại | soe
NHTMCP | ngân hàng thương mại cổ phần | soe
NHTW | ngân hàng trung ương | soe
NHCSXH | ngân hàng chính sách xã hội | soe
TCTD | tổ chức tín dụng | soe
QTDND | quỹ tín dụng nhân dân | u: QTDND xã; hệ thống QTDND
PGD | phòng giao dịch | u: PGD Cầu Giấy; PGD gần nhất
NDT | nhân dân tệ | soe
NĐ-CP | nghị định chính phủ | nd30
GTGT | giá trị gia tăng | soe
TNCN | thu nhập cá nhân | soe
TNDN | thu nhập doanh nghiệp | soe
TTĐB | tiêu thụ đặc biệt | soe
BVMT | bảo vệ môi trường | soe
MST | mã số thuế | soe
HĐĐT | hóa đơn điện tử | u: xuất HĐĐT; tra cứu HĐĐT
STK | số tài khoản | u: gửi STK; STK Vietcombank
SDC | số dư cuối | u: SDC: 500,000 VND; SDC tài khoản
SDKD | số dư khả dụng | u: SDKD: 3.200.000; SDKD tài khoản
GTGD | giá trị giao dịch | u: GTGD đạt 22.000 tỷ; GTGD toàn thị trường
ĐKCC | đăng ký cuối cùng | u: ngày ĐKCC; ĐKCC 5/12
SDĐK | số dư đầu kỳ | u: SDĐK 1.000.000; bảng SDĐK
KCN | khu công nghiệp | soe
KCX | khu chế xuất | soe
KCNC | khu công nghệ cao | u: KCNC TP.HCM; ban quản lý KCNC
KKT | khu kinh tế | soe
BĐS | bất động sản | soe
BHNT | bảo hiểm nhân thọ | soe
VLXD | vật liệu xây dựng | soe
CSHT | cơ sở hạ tầng | soe
CSDL | cơ sở dữ liệu | soe
CSKH | chăm sóc khách hàng | soe
NCC | nhà cung cấp | soe
NPP | nhà phân phối | soe
NTD | người tiêu dùng | soe
NSX | ngày sản xuất | u: NSX: 12/10/2025; in NSX
HSD | hạn sử dụng | soe
HVNCLC | hàng Việt Nam chất lượng cao | soe
NVKD | nhân viên kinh doanh | soe
NVBH | nhân viên bán hàng | u: tuyển NVBH; lương NVBH
CTV | cộng tác viên | soe
KTV | kỹ thuật viên | soe
VPĐD | văn phòng đại diện | soe
GPKD | giấy phép kinh doanh | soe
SHNN | sở hữu nhà nước | soe
ĐTNN | đầu tư nước ngoài | soe
ĐTPT | đầu tư phát triển | soe
NLTT | năng lượng tái tạo | soe
NLMT | năng lượng mặt trời | soe
SLL | số lượng lớn | soe
VTHH | vận tải hàng hóa | soe
CPN | chuyển phát nhanh | soe
`);
