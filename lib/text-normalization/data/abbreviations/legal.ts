import { parseTable } from "../table";

/** Courts, codes and parties. */
export const legal = parseTable(`
TAND | tòa án nhân dân | soe
TANDTC | tòa án nhân dân tối cao | soe
TANDTP | tòa án nhân dân thành phố | soe
VKS | viện kiểm sát | soe
VKSND | viện kiểm sát nhân dân | soe
VKSNDTC | viện kiểm sát nhân dân tối cao | soe
HĐXX | hội đồng xét xử | soe
HĐTP | hội đồng thẩm phán | vinorm
KSV | kiểm sát viên | soe
ĐTV | điều tra viên | soe
HTND | hội thẩm nhân dân | u: các HTND; HTND tham gia xét xử
BLDS | bộ luật dân sự | soe
BLHS | bộ luật hình sự | soe
BLLĐ | bộ luật lao động | u: BLLĐ 2019; theo BLLĐ
BLTTHS | bộ luật tố tụng hình sự | soe
BLTTDS | bộ luật tố tụng dân sự | u: Điều 26 BLTTDS; BLTTDS 2015
TTHS | tố tụng hình sự | u: pháp luật TTHS; cơ quan TTHS
TTDS | tố tụng dân sự | u: pháp luật TTDS; Luật TTDS
LHNGĐ | luật hôn nhân và gia đình | u: Điều 56 LHNGĐ; LHNGĐ 2014
HNGĐ | hôn nhân gia đình | soe
HN&GĐ | hôn nhân và gia đình | soe
HSST | hình sự sơ thẩm | vinorm
HSPT | hình sự phúc thẩm | u: bản án HSPT; án HSPT
DSST | dân sự sơ thẩm | vinorm
DSPT | dân sự phúc thẩm | vinorm
KDTM | kinh doanh thương mại | u: án KDTM; tranh chấp KDTM
THA DS | thi hành án dân sự | soe
THADS | thi hành án dân sự | soe
TGPL | trợ giúp pháp lý | soe
XPHC | xử phạt hành chính | soe
VPHC | vi phạm hành chính | u: xử phạt VPHC; biên bản VPHC
XLVPHC | xử lý vi phạm hành chính | u: Luật XLVPHC; quyết định XLVPHC
TNHS | trách nhiệm hình sự | u: truy cứu TNHS; miễn TNHS
TNDS | trách nhiệm dân sự | u: bảo hiểm TNDS; TNDS bắt buộc
NLHVDS | năng lực hành vi dân sự | u: mất NLHVDS; có NLHVDS
QSH | quyền sở hữu | soe
SHTT | sở hữu trí tuệ | soe
QSD | quyền sử dụng | soe
HĐLĐ | hợp đồng lao động | soe
HĐTD | hợp đồng tín dụng | vinorm
HĐMB | hợp đồng mua bán | u: ký HĐMB; HĐMB căn hộ
NSDLĐ | người sử dụng lao động | soe
NLĐ | người lao động | soe
NLC | người làm chứng | u: lời khai NLC; NLC vắng mặt
NBC | người bào chữa | u: NBC cho bị cáo; đăng ký NBC
VPLS | văn phòng luật sư | soe
CQNN | cơ quan nhà nước | soe
PCC | phòng công chứng | soe
TVPL | tư vấn pháp luật | soe
`);
