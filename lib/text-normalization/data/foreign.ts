import { parseTable } from "./table";

/** Foreign words, names and brands as pronounced in Vietnam, in lower case. */
export const foreignWords = parseTable(`
wi-fi | oai phai
wifi | oai phai
e-mail | i meo
email | i meo
gmail | gờ meo
internet | in tơ nét
online | on lai
offline | óp lai
website | oép sai
web | oép
video | vi đê ô
clip | cờ líp
camera | ca mê ra
smartphone | sờ mát phôn
laptop | láp tóp
macbook | mác búc
marketing | ma két tinh
manager | ma nơ giơ
startup | sờ tát ắp
livestream | lai sờ trim
podcast | pót cát
blog | bờ lóc
blogger | bờ lóc gơ
vlog | vi lóc
hotline | hót lai
freeship | phờ ri síp
mail | meo
diesel | đi ê den
marathon | ma ra tông
taxi | tắc xi
covid | cô vít
sars-cov-2 | sát cô vi hai
combo | com bô
tel | teo
fax | phách
vaccine | vắc xin
vacxin | vắc xin
shop | sốp
shipper | síp pơ
ship | síp
shopping | sốp ping
sale | seo
order | o đơ
voucher | vao chơ
feedback | phít bách
inbox | in bóc
chat | chát
chatbot | chát bót
fan | phan
game | gêm
gamer | gêm mơ
show | sâu
liveshow | lai sâu
showroom | sâu rum
team | tim
teamwork | tim guớc
deadline | đét lai
file | phai
folder | phâu đơ
server | sơ vơ
router | rao tơ
chip | chíp
robot | rô bốt
drone | đơ rôn
logo | lô gô
slogan | sờ lô gân
menu | mê nu
size | sai
buffet | búp phê
pizza | pi da
hamburger | ham bơ gơ
sandwich | xăng uých
cocktail | cốc tai
container | công te nơ
resort | ri dọt
homestay | hôm sờ tay
villa | vi la
penthouse | pen hao
shophouse | sốp hao
condotel | con đô teo
tour | tua
visa | vi da
check-in | chếch in
checkin | chếch in
check-out | chếch ao
trailer | trây lơ
teaser | tia dơ
album | an bum
single | xinh gồ
hit | hít
top | tóp
rap | ráp
rapper | ráp pơ
festival | phét ti van
concert | con xớt
derby | đéc bi
penalty | pen nan ti
play-off | pờ lây óp
playoff | pờ lây óp
league | lích
v-league | vi lích
v.league | vi lích
cup | cúp
world cup | uôn cúp
champions league | cham pi ần lích
premier league | prê mia lích
la liga | la li ga
serie a | xê ri a
vn-index | vê nờ in đếch
hnx-index | hát nờ ích in đếch
upcom | ắp com
hnx | hát nờ ích
hose | hô xê
bundesliga | bun đét li ga
sea games | xi gêm
youtube | diu túp
youtuber | diu túp bơ
facebook | phây búc
messenger | mét sen giơ
instagram | in sờ ta gram
tiktok | tích tóc
tiktoker | tích tóc cơ
zalo | da lô
telegram | tê lê gram
whatsapp | oát áp
viber | vai bơ
skype | sờ cai
zoom | dum
google | gu gồ
chrome | cờ rôm
android | an đờ roi
windows | uyn đâu
microsoft | mai cờ rô xốp
excel | ếch xeo
powerpoint | pao ơ poi
apple | áp pồ
iphone | ai phôn
ipad | ai pát
samsung | sam sung
xiaomi | xi ao mi
oppo | ốp pô
huawei | hoa uây
sony | xô ny
panasonic | pa na xô ních
toshiba | tô si ba
intel | in teo
nvidia | en vi đi a
tesla | tét la
toyota | tô y ô ta
honda | hon đa
yamaha | da ma ha
suzuki | xu dư ki
mazda | mát da
hyundai | hun đai
kia | ki a
ford | pho
mercedes | mẹc xê đéc
vinfast | vin phát
vingroup | vin gờ rúp
vinhomes | vin hôm
vinamilk | vi na miu
vietnam airlines | Việt Nam e lai
vietjet | Việt giét
bamboo airways | bam bu e uây
vietcombank | Việt com banh
vietinbank | Việt tin banh
techcombank | tếch com banh
agribank | a gờ ri banh
sacombank | sa com banh
tpbank | tê pê banh
vpbank | vê pê banh
mbbank | em bi banh
hdbank | hát đê banh
seabank | xi a banh
eximbank | ếch xim banh
lpbank | lờ pê banh
pvcombank | pê vê com banh
lienvietpostbank | liên việt pốt banh
bac a bank | bắc á banh
oke | ô kê
okie | ô kê
freeship | phờ ri síp
cafe | cà phê
café | cà phê
viettel | Việt teo
mobifone | mô bi phôn
vinaphone | vi na phôn
vinmart | vin mát
winmart | uyn mát
grab | gờ ráp
grabbike | gờ ráp bai
shopee | sốp pi
lazada | la da đa
tiki | ti ki
momo | mô mô
starbucks | sờ ta bấc
highlands coffee | hai len cóp phi
mcdonald's | mác đô nan
lotteria | lót te ri a
pepsi | pép xi
coca-cola | cô ca cô la
heineken | ha i nê ken
netflix | nét phờ lích
spotify | sờ pót ti phai
disney | đít ni
amazon | a ma dôn
alibaba | a li ba ba
openai | âu pần ây ai
chatgpt | chát gi pi ti
messi | mét xi
ronaldo | rô nan đô
neymar | nây ma
mbappe | em báp pê
mbappé | em báp pê
haaland | ha lan
chelsea | chen xi
arsenal | ác xê nan
liverpool | li vơ pun
barcelona | bác xê lô na
real madrid | rê an ma đờ rít
manchester united | man chét tơ diu nai tít
manchester city | man chét tơ xi ti
manchester | man chét tơ
bayern munich | bay ơn mu ních
juventus | du ven tút
tottenham | tót ten ham
washington | oa sinh tơn
new york | niu oóc
london | luân đôn
paris | pa ri
moscow | mát xcơ va
singapore | xinh ga po
malaysia | ma lai xi a
indonesia | in đô nê xi a
philippines | phi líp pin
australia | ô xtrây li a
canada | ca na đa
ukraine | u crai na
biden | bai đần
trump | trăm
obama | ô ba ma
putin | pu tin
ok | ô kê
okay | ô kê
hello | hê lô
bye | bai
`);

/** Only in capitals: in lower case they are, or could be, Vietnamese words. */
export const capitalWords = parseTable(`
AI | ây ai
IT | ai ti
WHO | đắp bờ liu ếch ô
UN | iu en
APP | áp
OFF | óp
iOS | ai ô ét
CEO | xi i âu
CFO | xi ép âu
CTO | xi ti âu
COO | xi âu âu
API | ây pi ai
IP | ai pi
COP | cóp
USD | đô la Mỹ
VND | Việt Nam đồng
VNĐ | Việt Nam đồng
EUR | ơ rô
JPY | yên Nhật
CNY | nhân dân tệ
GBP | bảng Anh
USB | u ét bê
ATM | ây ti em
GDP | gi đi pi
CPI | xi pi ai
FDI | ép đi ai
ODA | ô đê a
WTO | vê kép tê o
QR | quy rờ
VIP | víp
VAR | va
FIFA | phi pha
UEFA | u ê pha
AFF | a ép ép
NATO | na tô
UNESCO | u nét cô
UNICEF | u ni xép
ASEAN | a xê an
OPEC | ô péc
APEC | a péc
NASA | na xa
COVID | cô vít
SARS | sát
AIDS | ết
IELTS | ai eo
TOEIC | tô ích
TOEFL | tô phồ
SAT | ét ây ti
PIN | pin
SIM | sim
WIFI | oai phai
MU | em diu
FIBA | phi ba
SEA | xi
UAE | u a e
EU | e u
IMF | ai em ép
IAEA | i a e a
ILO | i lờ o
USAID | diu xây
OTP | ô tê pê
VNPT | vê nờ pê tê
EVN | e vê nờ
KOL | ca o lờ
OK | ô kê
ISO | i sô
LED | lét
LCD | lờ xê đê
OLED | ô lét
RAM | ram
ROM | rom
SUV | ét u vê
VAT | vát
pH | pê hát
Hb | hát bê
iOS | ai ô ét
NaCl | na tri clo rua
xG | ích giê
HANOI | Hà Nội
SAIGON | Sài Gòn
DANANG | Đà Nẵng
SPORT | sờ po
PIN code | mã pin
`);

/** Lower-case words that cannot be Vietnamese. */
export const smallWords = parseTable(`
ceo | xi i âu
cfo | xi ép âu
cto | xi ti âu
api | ây pi ai
usb | u ét bê
atm | ây ti em
gdp | gi đi pi
nato | na tô
fifa | phi pha
unesco | u nét cô
unicef | u ni xép
asean | a xê an
wto | vê kép tê o
qr | quy rờ
app | áp
vip | víp
otp | ô tê pê
ielts | ai eo
Unesco | u nét cô
Asean | a xê an
Fifa | phi pha
Nato | na tô
App | áp
Vip | víp
`);

/** Names for parts of web addresses. */
export const webWords = parseTable(`
gmail | gờ meo
yahoo | da hu
outlook | ao lúc
hotmail | hót meo
facebook | phây búc
fb | phây búc
youtube | diu túp
tiktok | tích tóc
zalo | da lô
google | gu gồ
www | vê kép vê kép vê kép
`);
