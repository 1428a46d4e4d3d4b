/**
 * Abbreviations with several meanings. Each row has one meaning and the context that selects it: words directly before,
 * directly after, or near the abbreviation. Without a matching row it is spelled out or left as written.
 */
export type InContext = {
  short: string;
  words: string;
  /** Patterns directly before or after it, case-insensitive. */
  before?: string;
  after?: string;
  /** A topic mentioned near it: required in addition to `before` and `after`, sufficient without them. */
  near?: Topic;
};

export type Topic = "medical" | "operation" | "studio" | "sport" | "shop" | "account" | "house" | "course";

/** Words that indicate the topic of a text. */
export const topics: Record<Topic, string> = {
  medical:
    "BN|bệnh nhân|bệnh nhi|chẩn đoán|xét nghiệm|XN|HA|huyết áp|mạch|khám|viện|thuốc|mmHg|l/p|SpO2|siêu âm|nội soi|sinh thiết|G/L|T/L|g/L|mmol|hồng cầu|bạch cầu|tiểu cầu|HGB|Hb|HCT|WBC|RBC|PLT|ca mổ|mổ|gan|phổi|thận|khối u|bác sĩ|BS|điều dưỡng|sốt|tiêm|truyền|CĐ|CLVT|MRI|X-quang",
  operation: "mổ|phẫu thuật|PT|PTTT|BSCKII|BSCKI|gây mê|gây tê|ca mổ|ekip|kíp mổ|khâu|BN|bệnh nhân|bác sĩ|BS|bệnh viện",
  studio:
    "VTV\\d?|VOV\\d?|HTV\\d?|đài|truyền hình|phát thanh|bản tin|thời sự|MC|lên sóng|dẫn chương trình|giọng đọc|BTV",
  sport:
    "trận|HLV|bóng|cầu thủ|vòng loại|thắng|thua|hòa|đấu|FIFA|AFF|AFC|Cup|cúp|SEA Games|giao hữu|bảng|lượt|tập trung|triệu tập|tuyển thủ|sân|giải|bàn",
  shop: "giá|đơn|ship|mua|bán|khuyến mãi|ưu đãi|giảm|voucher|đ|k|triệu|tr|nghìn|VNĐ|VND|quý khách|dịch vụ",
  account:
    "ngân hàng|TK|STK|tài khoản|số dư|thẻ|chuyển khoản|chuyển tiền|VND|VNĐ|giao dịch|quý khách|App|internet banking|hotline|cước|tiền điện|hóa đơn|đ|OTP",
  house: "nhà|đất|căn|căn hộ|phòng|ngõ|mặt tiền|sổ|m2|m²|tầng|cho thuê|bán|lô|giá",
  course: "lớp|khóa|khoá|học|giảng viên|giáo viên|học phí|buổi|khai giảng|tuyển sinh",
};

const name = "\\p{Lu}\\p{Ll}\\p{Ll}*";
const amount = "[\\d.,]+";

export const inContext: readonly InContext[] = [
  // Hospital
  {
    short: "TP",
    words: "toàn phần",
    before: "Cholesterol|Bilirubin|Protein|Protid|Albumin|Canxi|Calci|Lipid|PSA|IgE|xương|mảng",
  },
  { short: "HPT", words: "hạ phân thùy", after: "[IVX]{1,4}|\\d", near: "medical" },
  { short: "PTV", words: "phẫu thuật viên", after: "chính|phụ|chỉ định|mổ", near: "operation" },
  { short: "PTV", words: "phẫu thuật viên", near: "operation" },
  { short: "PTV", words: "phát thanh viên", near: "studio" },
  { short: "TS:", words: "tiền sử:", near: "medical" },
  {
    short: "TS",
    words: "tiền sử",
    after: "THA|ĐTĐ|bệnh|gia đình|dị ứng|sản khoa|PT|mổ|khỏe|hen|hút thuốc|bản thân|lao|viêm",
    near: "medical",
  },
  { short: "NT", words: "nhịp thở", after: ":? ?\\d{1,2} ?(?:l/p|l/ph|lần|ck)", near: "medical" },
  { short: "M", words: "mạch", after: ":? ?\\d{2,3} ?(?:l/p|l/ph|lần|ck|,)|, ?HA", near: "medical" },
  {
    short: "HC",
    words: "hồng cầu",
    after: `(?:: )?${amount} ?(?:T/L|G/L|triệu|x)|niệu|nhỏ|lưới|trong|máu|lắng|giảm|tăng`,
    near: "medical",
  },
  {
    short: "BC",
    words: "bạch cầu",
    after: `(?:: )?${amount} ?(?:G/L|K/|nghìn|x)|niệu|trong|máu|đa nhân|giảm|tăng|ái`,
    near: "medical",
  },
  { short: "TC", words: "tiểu cầu", after: `(?:: )?${amount} ?(?:G/L|K/|nghìn|x)|máu|giảm|tăng|hạ`, near: "medical" },
  { short: "KL", words: "khối lượng", after: `(?:tịnh)?:? ?${amount} ?(?:kg|g|mg|tấn)(?!\\p{L})|tịnh` },
  { short: "KL:", words: "kết luận:", near: "medical" },
  { short: "PTTT", words: "phẫu thuật thủ thuật", near: "operation" },
  { short: "PT", words: "phẫu thuật", before: "ca|sau|trước|phòng|được|chỉ định|đã|cần|khoa|hẹn", near: "medical" },
  {
    short: "PT",
    words: "phẫu thuật",
    after: "kết hợp|cắt|nội soi|lấy|mở|thay|nối|tạo hình|viêm|u|mổ|bắc cầu|đục|Phaco|lần|cấp cứu|ruột",
    near: "medical",
  },
  { short: "TM", words: "tĩnh mạch", before: "tiêm|truyền|ống|mg|ml|lọ|chậm|bolus|đường|g", near: "medical" },
  { short: "TB", words: "tiêm bắp", before: "ống|mg|ml|lọ", near: "medical" },
  { short: "TS", words: "tiền sử", before: "\\d{1,3}[tT],|tuổi,|nam,|nữ,", near: "medical" },
  { short: "TS", words: "tiền sử", after: "[A-ZĐ]{3,6} \\d", near: "medical" },
  { short: "TT", words: "tim thai", after: ":? ?1\\d\\d ?l/p", near: "medical" },
  { short: "CTC", words: "cổ tử cung", after: "mở|xóa|xoá|ngắn|dài|đóng|viêm|lộ|hở|\\d", near: "medical" },
  { short: "HTT", words: "hành tá tràng", before: "loét|viêm|viêm loét", near: "medical" },
  { short: "HCV", words: "hát xê vê", after: "dương tính|âm tính|RNA|\\([-+−–]" },
  {
    short: "HCV",
    words: "hát xê vê",
    before: "nhiễm|virus|vi rút|anti|viêm gan|XN|xét nghiệm|test|HIV,|HBV,|HBsAg,|HIV và|HBV và",
  },
  { short: "KQ", words: "kết quả", before: "trả|có|nhận|xem|chờ|đợi", near: "medical" },
  { short: "KQ", words: "kết quả", after: "xét nghiệm|XN|siêu âm|thi|học tập|khám" },
  {
    short: "PP",
    words: "phương pháp",
    after: "điều trị|phẫu thuật|mổ|vô cảm|gây mê|gây tê|dạy|học|nghiên cứu|tính|đo",
  },
  { short: "DD", words: "dạ dày", before: "nội soi|viêm|loét|ung thư|niêm mạc|đau|viêm loét|cắt|K" },
  { short: "DD-TT", words: "dạ dày tá tràng" },
  { short: "CT", words: "xê tê", before: "chụp|phim|kết quả|máy", near: "medical" },
  { short: "CT", words: "xê tê", after: "scan|scanner|sọ|ngực|bụng" },
  { short: "AC", words: "a xê", after: ":? ?\\d{2,3} ?mm", near: "medical" },
  {
    short: "K",
    words: "ung thư",
    after:
      "phổi|gan|vú|dạ dày|DD|đại tràng|giáp|tuyến giáp|cổ tử cung|thực quản|trực tràng|vòm|phế quản|buồng trứng|tiền liệt tuyến|tụy|da|máu",
    near: "medical",
  },
  { short: "K", words: "ung thư", after: "biểu mô|tế bào|di căn", near: "medical" },

  // Banks and bills
  {
    short: "LH",
    words: "liên hệ",
    after:
      ":? ?[+(]?\\d|ngay|Zalo|hotline|tổng đài|SĐT|sđt|số|Mr|Ms|anh|chị|em|mình|chính chủ|CSKH|chi nhánh|CN|PGD|fanpage|page|inbox|ĐT|NV|bộ phận|trực tiếp|để|qua",
  },
  { short: "LH", words: "liên hệ", before: "chi tiết|vui lòng|xin|hoặc|cần|nhu cầu|thuê|giá rẻ|mọi chi tiết|tư vấn" },
  { short: "LH:", words: "liên hệ:" },
  { short: "Lh:", words: "liên hệ:" },
  { short: "lh", words: "liên hệ", after: ":? ?[+(]?\\d|zalo|Zalo|mình|em|số|sđt|e|c|a|chị|anh|chủ|bên|trực tiếp" },
  { short: "Lh", words: "liên hệ", after: ":? ?[+(]?\\d|zalo|Zalo|mình|em|số|sđt|e|c|a|chị|anh|chủ|bên|trực tiếp" },
  { short: "QK", words: "quân khu", after: "\\d{1,2}(?!\\d)|Thủ đô" },
  { short: "QK", words: "quý khách", near: "account" },
  { short: "QK", words: "quý khách", before: "chào|cảm ơn|cám ơn|của|mời|chúc|thưa|kính gửi|kính chào|đến" },
  { short: "QK", words: "quý khách", after: "đã|vui lòng|có thể|được|sẽ|cần|đang|lưu ý|chưa|không" },
  { short: "KH", words: "khách hàng", before: "chào|kính chào|kính gửi|cảm ơn" },
  {
    short: "KH",
    words: "khách hàng",
    before: "mã|quý|chăm sóc|hỗ trợ|của|cho|tên|nhóm|lượng|gọi|tư vấn|số|các|phục vụ|mỗi",
    near: "account",
  },
  {
    short: "KH",
    words: "khách hàng",
    after: `${name}|cá nhân|mới|cũ|thân thiết|VIP|ưu tiên|vui lòng|doanh nghiệp|sử dụng|đăng ký|thanh toán|cần|được|mua|hiện hữu|trả sau|đã`,
    near: "account",
  },
  { short: "KH", words: "kế hoạch", before: "theo|xây dựng|lập|đạt|vượt|thực hiện|hoàn thành|triển khai|ban hành" },
  {
    short: "KH",
    words: "kế hoạch",
    after: "sản xuất|kinh doanh|năm|quý|tuần|tháng|công tác|tuyển sinh|thi|số|triển khai|tổ chức|giảng dạy",
  },
  { short: "NV", words: "nhân viên", before: "kể cả|tuyển|mã|lương|thưởng|các|gặp|hỏi|gọi|quản lý|\\d+" },
  {
    short: "NV",
    words: "nhân viên",
    after:
      "ngân hàng|NH|bán hàng|kinh doanh|tư vấn|giao hàng|kỹ thuật|văn phòng|kế toán|phục vụ|hỗ trợ|thu ngân|bảo vệ|y tế|mới|của|sẽ|giao",
  },
  { short: "TB", words: "trung bình", before: "điểm|mức|giá|tính|học lực|loại|xếp loại|cỡ|bình quân" },
  { short: "TB", words: "trung bình", after: "cộng|môn|năm học|học kỳ|mỗi|khá|kém" },
  { short: "TB:", words: "thông báo:", after: "\\p{Lu}\\p{L}*" },
  { short: "TB", words: "thông báo", after: "số|tuyển|mời|về|nghỉ|lịch|kết luận|thu|thay đổi" },
  {
    short: "TB",
    words: "thuê bao",
    after: "gia hạn|trả trước|trả sau|di động|của|đăng ký|hòa mạng|đang|quý khách|0\\d{2,3}|mới|cố định",
    near: "account",
  },
  { short: "TB", words: "thuê bao", before: "cho|số|mỗi|các|chủ", near: "account" },
  {
    short: "TT",
    words: "thanh toán",
    before: "hạn|đã|chưa|phí|kỳ|số tiền|cần|phải|phương thức|hình thức|mã|ngày|đơn",
    near: "account",
  },
  {
    short: "TT",
    words: "thanh toán",
    after: "trước|sau|qua|bằng|tiền|HĐ|hóa đơn|online|ngay|đủ|khi|thẻ|QR|cước|COD|trực tuyến|\\d+%|lần",
    near: "shop",
  },
  {
    short: "TT",
    words: "trung tâm",
    after:
      "Y tế|y tế|GDTX|Hội nghị|Thể thao|Văn hóa|Đăng kiểm|Dự báo|Kiểm soát|Tiếng Anh|tiếng Anh|Anh ngữ|Ngoại ngữ|ngoại ngữ|Xúc tiến|Lưu ký|Pháp y|Giáo dục|Dịch vụ|Nghiên cứu|Dạy nghề|tiêm chủng|hành chính|thương mại",
  },
  { short: "TT", words: "thông tư", after: "(?:số )?\\d{1,3}/(?:19|20)\\d\\d" },
  {
    short: "HĐ",
    words: "hợp đồng",
    after:
      "thuê|mua|lao động|tín dụng|vay|bảo hiểm|kinh tế|đặt cọc|thi công|dịch vụ|thử việc|cho|công chứng|\\d+ năm|dài hạn|ngắn hạn|tối thiểu \\d+ (?:năm|tháng)|góp vốn|chuyển nhượng",
  },
  {
    short: "HĐ",
    words: "hợp đồng",
    before: "ký|thanh lý|thời hạn|chấm dứt|kí|phụ lục|gia hạn|giá trị|làm|theo|vi phạm",
  },
  { short: "HĐ", words: "hóa đơn", before: "xuất|viết|tổng|trên|bill|thanh toán|kỳ|mã|tiền|giảm|mỗi" },
  {
    short: "HĐ",
    words: "hóa đơn",
    after: `từ ${amount}|trên ${amount}|tối thiểu ${amount}|VAT|GTGT|điện|nước|tiền|internet|đỏ|bán|dưới ${amount}|đầu tiên|cước|viễn thông`,
  },
  {
    short: "CT",
    words: "chương trình",
    after:
      "có hạn|khuyến mãi|khuyến mại|KM|ưu đãi|áp dụng|kết thúc|tri ân|giảm giá|tích điểm|quay số|hoàn tiền|này|diễn ra|đào tạo|GDPT|học|giáo dục",
  },
  { short: "CT", words: "chủ tịch", after: "UBND|HĐND|HĐQT|nước|Quốc hội|QH|xã|phường|tỉnh|huyện|Hội|công đoàn|CĐ|TP" },
  { short: "CT", words: "chủ tịch", before: "phó|nguyên|quyền" },
  { short: "CT", words: "công ty", after: "TNHH|CP|cổ phần|XD|xây dựng|tài chính" },
  { short: "CT", words: "chỉ thị", after: "(?:số )?\\d{1,3}(?:/|-)" },
  {
    short: "GD",
    words: "giao dịch",
    before: "số|so|mã|ma|phí|mỗi|hạn mức|lịch sử|sao kê|lần|xác nhận|xác thực|tổng|\\d+(?:k|K|đ)?|ngày|phòng",
    near: "account",
  },
  {
    short: "GD",
    words: "giao dịch",
    after:
      "thành công|thất bại|qua|trực tuyến|tại|không|bị|của|lúc|từ|online|rút|thẻ|chuyển|này|đầu tiên|thanh toán|ngày",
    near: "account",
  },
  { short: "GD", words: "giáo dục", before: "Sở|Bộ|ngành|Phòng|Luật|Vụ|môn" },
  { short: "TK", words: "thế kỷ", after: "[XVI]{1,5}" },
  {
    short: "TK",
    words: "tài khoản",
    before:
      "số dư|vào|mở|từ|khóa|khoá|chủ|tên|đóng|đăng nhập|mật khẩu|sang|nạp|liên kết|so du|biến động|duy trì|nội dung|ghi có|ghi nợ",
  },
  {
    short: "TK",
    words: "tài khoản",
    after:
      "của|thanh toán|ngân hàng|NH|thẻ|nhận|nguồn|chính|tiết kiệm|Zalo|Facebook|Google|VietinBank|Vietcombank|VCB|BIDV|MB|ACB|Techcombank|Agribank|Sacombank|quý khách|QK",
  },
  {
    short: "NH",
    words: "ngân hàng",
    after:
      "TMCP|TM|Nhà nước|NN|cho vay|hỗ trợ vay|thế chấp|duyệt|\\p{Lu}\\p{L}*[Bb]ank|BIDV|ACB|MB|VIB|SHB|Quân đội|Á Châu|Bưu điện|Chính sách|CSXH|Nông nghiệp|Công thương|Ngoại thương|Đầu tư",
  },
  { short: "NH", words: "ngân hàng", before: "vay|app|lãi suất|tài khoản|nhân viên|NV|gửi|nợ|thẻ|hỗ trợ vay" },
  { short: "NH", words: "năm học", after: "(?:19|20)\\d\\d" },
  { short: "TL", words: "thương lượng", before: "tỷ|tỉ|triệu|tr|giá|[\\d.,]+(?:tr|tỷ|tỉ|k|K)\\d{0,3}|bớt" },
  {
    short: "ck",
    words: "chuyển khoản",
    after: `(?:cho|qua|vào|trước|sang|nhầm|tiền|rồi|xong|cọc|đủ|stk|STK|em|mình|shop|anh|chị|c|e)(?= )[^.\\n]{0,30}(?:\\d|stk|STK|tiền|MB|VCB|TK|ngân hàng)`,
  },
  {
    short: "Ck",
    words: "Chuyển khoản",
    after: `(?:cho|qua|vào|trước|sang|nhầm|tiền|rồi|xong|cọc|đủ|stk|STK|em|mình|shop|anh|chị|c|e)(?= )[^.\\n]{0,30}(?:\\d|stk|STK|tiền|MB|VCB|TK|ngân hàng)`,
  },
  {
    short: "ck",
    words: "chuyển khoản",
    before: "[\\d.]+(?:k|tr|đ)|tiền|đã|tự|nhận",
    after: "vào|qua|cho|rồi|nha|nhé|tien|tiền|đi|ngay|trước|luôn|giúp|giùm|nhanh",
  },
  {
    short: "ck",
    words: "chiết khấu",
    before: "được|mức|hưởng|giảm|thêm|tỷ lệ|chính sách",
    after: "\\d{1,2}(?:[.,]\\d)?%",
  },
  {
    short: "CK",
    words: "chiết khấu",
    before: "được|mức|hưởng|giảm|thêm|tỷ lệ|chính sách|chiết khấu",
    after: "\\d{1,2}(?:[.,]\\d)?%",
  },
  { short: "CK", words: "chuyển khoản", after: "qua|vào|nhanh|liên ngân hàng|nội bộ|trước|tiền", near: "account" },
  { short: "CK", words: "chuyển khoản", before: "phí|hình thức|nội dung|ND|lệnh|nhận", near: "account" },
  { short: "CK", words: "chứng khoán", before: "công ty|cổ phiếu|thị trường|sàn|CTY|Cty|đầu tư" },
  { short: "ck", words: "chuyển khoản", after: "(?:tien|tiền|vào|qua|nhanh|nhầm|trước|cọc|giùm|giúp|hộ|thiếu|dư|đủ)" },
  {
    short: "Ck",
    words: "Chuyển khoản",
    after:
      "(?:tien|tiền|vào|qua|nhanh|nhầm|trước|cọc|giùm|giúp|hộ|thiếu|dư|đủ|cho em|cho mình|cho shop|cho anh|cho chị)",
  },
  { short: "ck", words: "chuyển khoản", after: "(?:cho em|cho mình|cho shop|cho anh|cho chị|cho bên)" },

  { short: "LS", words: "lãi suất", after: `:? ?${amount} ?%` },
  { short: "TBĐ", words: "tờ bản đồ", after: "số" },
  { short: "TT", words: "thanh toán", before: "chậm|trễ|phương thức|hình thức|điều khoản|lịch" },
  { short: "SD", words: "số dư", after: "ví|khả dụng|hiện tại|cuối|TK|tài khoản|đầu" },
  { short: "KH", words: "khách hàng", after: "dùng|chưa|sẽ|gửi|đến|mang|nhận|hủy|trả|không|có", near: "account" },
  { short: "bh", words: "bảo hành", after: "\\d{1,2}(?:[tT]| tháng| năm)|chính hãng|hãng" },
  { short: "BB", words: "biên bản", before: "lập|theo|ký|kèm|làm" },
  {
    short: "BB",
    words: "biên bản",
    after: "số|vi phạm|nghiệm thu|họp|bàn giao|làm việc|hòa giải|ghi lời khai|phạm tội",
  },
  { short: "LS", words: "luật sư", after: "bào chữa|bảo vệ|cho rằng|đề nghị|của|tham gia|tranh luận|riêng" },
  { short: "CK", words: "chuyển khoản", after: "thành công|tới|đến|cho", near: "account" },
  { short: "CK", words: "chuyển khoản", before: "vừa|đã", near: "account" },
  { short: "ĐK", words: "đường kính", after: `:? ?${amount} ?(?:mm|cm|m)(?!\\p{L})|trong|ngoài` },
  { short: "ĐK", words: "đăng ký", before: "khi|để|đã|hạn|link|phí|chưa|form|vui lòng|mở" },
  {
    short: "ĐK",
    words: "đăng ký",
    after: "trước|ngay|tại|qua|online|học|thi|tham gia|mới|thành công|sớm|gói|dịch vụ|kết hôn|xe|tuyển sinh",
  },

  // Houses and prices
  {
    short: "DT",
    words: "diện tích",
    after: `(?:đất |sàn |sử dụng |xây dựng |tổng |khoảng |thực tế )?:? ?${amount}(?: ?[-–] ?${amount})? ?(?:m2|m²|m|ha|x)(?!\\p{L})|đất|sàn|sử dụng|xây dựng|tim tường|thông thủy`,
  },
  { short: "DT", words: "doanh thu", after: `thuần|bán hàng|quý|năm|tháng|đạt ${amount}`, near: "shop" },
  {
    short: "KT",
    words: "kích thước",
    after: `:? ?(?:khoảng )?${amount} ?(?:mm|cm|m)?(?: ?[x×*] ?\\d| ?(?:mm|cm)(?!\\p{L}))`,
  },
  {
    short: "KT",
    words: "kiểm tra",
    after: "1 tiết|\\d+ ?(?:phút|'|p)|giữa kỳ|cuối kỳ|miệng|học kỳ|HK|định kỳ|thường xuyên|chất lượng",
  },
  { short: "KT", words: "kiểm tra", before: "bài|đề|điểm|lịch|tiết|làm" },
  { short: "MT", words: "mặt tiền", after: `:? ?${amount} ?m(?!\\p{L})|đường|phố|rộng|kinh doanh`, near: "house" },
  { short: "MT", words: "mặt tiền", before: "nhà|2|hai|bán|lô", near: "house" },
  {
    short: "DV",
    words: "dịch vụ",
    after: `:? ?${amount} ?(?:k|K|đ|tr|nghìn)|khách hàng|vệ sinh|ăn uống|trọn gói|giặt`,
    near: "shop",
  },
  { short: "DV", words: "dịch vụ", before: "phí|tiền|sử dụng|gói|đăng ký|hủy|các|chất lượng", near: "shop" },
  { short: "HV", words: "học viên", before: "\\d+|mỗi|cho|các|tối đa", near: "course" },
  {
    short: "HV",
    words: "học viện",
    after: `Ngoại giao|Ngân hàng|Tài chính|Báo chí|Hành chính|Nông nghiệp|An ninh|Cảnh sát|Kỹ thuật|Bưu chính`,
  },

  { short: "NT", words: "nội thất", before: "full|đầy đủ|đủ|có|kèm|không", near: "house" },
  { short: "NT", words: "nội thất", after: "cao cấp|cơ bản|đầy đủ|mới|đẹp|gỗ|liền tường", near: "house" },
  {
    short: "TT",
    words: "thanh toán",
    after: "\\d{1,2} ?tháng|theo tháng|theo quý|hàng tháng|linh hoạt|\\d lần",
    near: "house",
  },
  { short: "TL", words: "thương lượng", before: "tháng|năm", near: "house" },
  { short: "HP", words: "học phí", after: `:? ?${amount}(?:tr|k|K|đ|\\.000| triệu)`, near: "course" },

  // Football
  { short: "H1", words: "hiệp một", after: ":? ?\\d{1,2}[-–]\\d|bắt đầu|kết thúc|khép lại", near: "sport" },
  { short: "H2", words: "hiệp hai", after: ":? ?\\d{1,2}[-–]\\d|bắt đầu|kết thúc|khép lại", near: "sport" },
  {
    short: "ĐT",
    words: "đội tuyển",
    after: `(?:nữ |nam |U\\d\\d |futsal )?(?:quốc gia|Việt Nam|VN|Thái|Lào|${name})|nữ|nam|futsal|U\\d\\d`,
    near: "sport",
  },
  {
    short: "ĐT",
    words: "điện thoại",
    after: "(?:\\p{Ll}{2,6} ){1,2}0\\d{2,3}[. ]?\\d|liên hệ|bàn|nóng|trực|di động|nhà riêng|cơ quan",
  },
  { short: "ĐT", words: "điện thoại", before: "số|gọi|qua|nghe" },

  // Schools
  { short: "PT", words: "phương trình", before: "giải|nghiệm của|hệ|bất|lập|nghiệm" },
  {
    short: "PT",
    words: "phương trình",
    after: "bậc|có nghiệm|vô nghiệm|đường|hoành độ|mặt phẳng|tiếp tuyến|lượng giác|trùng phương",
  },
  {
    short: "TS",
    words: "thí sinh",
    before: "\\d[\\d.]*|các|số|lượt",
    after: "dự thi|đăng ký|trúng tuyển|vắng|đạt|đỗ|đậu|tham gia|nộp|vào",
  },
  { short: "KL", words: "kết luận", after: "số|thanh tra|của Bộ Chính trị|điều tra" },

  // Chat
  { short: "bn", words: "bao nhiêu", before: "tổng|giá|hết|là|còn|mất|khoảng|cao|nặng|được|đc|giảm|dài|rộng|có" },
  { short: "bn", words: "bao nhiêu", after: "tiền|vậy|ạ|thế|%|1|một|/|cái|cm|kg|phí|tuổi|người|k|\\?" },
  { short: "bc", words: "báo cáo", before: "nộp|làm|gửi|viết|xong|sửa|duyệt|bản|file" },
  { short: "bc", words: "báo cáo", after: "tuần|tháng|quý|ngày|thực tập|doanh thu|tài chính|thuế" },
  { short: "bs", words: "biển số", after: "\\d{2}[ -]?[A-Z]" },
  { short: "bs", words: "bác sĩ", before: "không|ko|gặp|thưa|hỏi|nhờ|chào|nghe|theo|cảm ơn|cám ơn|mời|ông" },
  { short: "bs", words: "bác sĩ", after: "ơi|ạ|khám|bảo|kê|dặn|tư vấn|trả lời|nói|cho" },
  { short: "ch", words: "chưa", after: "nộp|đóng|xong|trả|nhận|gửi|biết|đc|được|thấy|ck|làm xong|thanh toán|tới|về" },
  { short: "Nt", words: "Nhắn tin", after: "lại|cho|qua|mình|em|vào|riêng|trước|zalo|Zalo" },
  { short: "nt", words: "nhắn tin", after: "lại|cho|qua|mình|em|vào|riêng|trước|zalo|Zalo" },
];
