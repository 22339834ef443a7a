package mail

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	address = regexp.MustCompile(`\S@\S+\.\S`)
	moment  = regexp.MustCompile(`\d{1,2}[:.h時时]\d{2}|\b(19|20|25)\d\d\b|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4}|\d年`)
	// onlySender and onlyMoment are the two lines that old Lotus Notes writes.
	onlySender = regexp.MustCompile(`^[^<>]{1,80}<\S+@\S+>$`)
	onlyMoment = regexp.MustCompile(`^\s*\d[\d./-]{5,9},? \d{1,2}[:.]\d{2}(:\d{2})?( ?[AaPp][Mm])?$`)
	// namedSender is eM Client's field, which has no colon: `From "Ann" <ann@example.com>`.
	namedSender = regexp.MustCompile(`^\S+ \S.*<\S+@\S+>$`)
	year        = regexp.MustCompile(`\b(20|25)\d\d\b`)
	// wrote is the verb of an attribution, in the languages of the mail programs.
	wrote = regexp.MustCompile(`(?i)\b(wrote|writes|said|schrieb|schreibt|geschrieben|ha scritto|scrive|escribi[oó]|escribe|escreveu|schreef|skrev|skrifaði|` +
		`kirjoitti|pisze|napsala?|a scris|va escriure|menulis|viết|napisao|Quoting|Zitat von|Citando)` +
		`|écrit|napisał|napísal|írta|yazdı|kirjutas|rakstīja|parašė|написа|пише|γραψε|写道|寫道|メール|メッセージ|書きました|작성|썼|เขียน|כתב|كتب|كتابة`)
	// opener is how an attribution begins, where it begins with a word.
	opener = regexp.MustCompile(`^(On|At|Am|Le|El|Il|Em|Op|Den|Dne|Dňa|W dniu|Στις|В|На|У|Vào|Pada|În|La|Quoting|Zitat von|Wiadomość|Missatge|في|בתאריך|ในวันที่|在|於|于) ?\S`)
	// label is the beginning of a header field as mail programs copy it: "From:", "*Von:*", "发件人：".
	label = regexp.MustCompile(`^[*\s]*([\p{L}][\p{L}\p{M} .'’-]{0,24}?)\s?\*?\s?[:：]`)
	// titled is a line such as "-----Original Message-----", and Zoho's "---- On … wrote ---".
	titled = regexp.MustCompile(`^[-_=]{3,}\s*(\p{L}.*?)\s*[-_=]{3,}$`)
	// forwarded are the words for it in such a line, and in Apple's "Begin forwarded message:".
	forwarded = regexp.MustCompile(`(?i)forwarded|weitergeleitet|transféré|réexpédié|reenviado|inoltrat|doorgestuurd|encaminhad|reencaminhad|vidarebefordra|` +
		`videresend|edelleenlähet|välitetty|przek|přeposlan|továbbít|iletilen|προωθ|перес|переадрес|転送|转发|轉寄|轉發|전달`)
	begun = regexp.MustCompile(`(?i)^(begin|anfang|début|inicio|inizio|início|початок|начало|начать|początek|här följer|started) .*:$|^(vidarebefordrat|videresendt|doorgestuurd|転送|下面是|전달).*[:：]$`)
)

// senders is the label of the sender's field as mail programs copy it into what they quote.
var senders = strings.Fields("from von de da van från fra lähettäjä od feladó от від kimden gönderen από 差出人 送信者 发件人 寄件者 寄件人 보낸사람 מאת من từ จาก dari expéditeur " +
	"mittente remitente remetente afzender avsender avsändare afsender nadawca odesílatel odosielateľ отправитель відправник")

// introduction looks for what introduces a quotation: in the line i and up to three before it ("On Monday Ann wrote:"), or in the line
// i and those behind it (a block of header fields). End is -1 if there is none; resumes says whether the person's own words may go on
// behind the quotation, since each of its lines is marked.
func introduction(lines []line, i int) (start, end int, resumes bool) {
	if lines[i].kind == attribution {
		return i, i, quotesBehind(lines[i+1:])
	}
	text := strings.TrimSpace(lines[i].text)
	if begun.MatchString(text) && forwarded.MatchString(text) {
		return i, i, false
	}
	if m := titled.FindStringSubmatch(text); m != nil {
		if address.MatchString(m[1]) && moment.MatchString(m[1]) {
			return i, i, nextIsQuoted(lines[i+1:])
		}
		for j := i + 1; j < len(lines) && j < i+4; j++ {
			if label.MatchString(lines[j].text) || namedSender.MatchString(lines[j].text) && dated(lines[j+1:]) || forwarded.MatchString(m[1]) {
				last := endOfFields(lines, j)
				return i, last, nextIsQuoted(lines[last+1:]) && !forwarded.MatchString(m[1])
			}
		}
	}
	if onlySender.MatchString(text) {
		inside := i > 0 && lines[i-1].kind == own && lines[i-1].text != "" // of a paragraph, which may name a person and a day
		for j := i + 1; j < len(lines) && j < i+3 && lines[j].kind == own; j++ {
			if quoted := nextIsQuoted(lines[j+1:]); onlyMoment.MatchString(lines[j].text) && (quoted || !inside) {
				return i, j, quoted
			}
		}
	}
	if isFields(lines[i:]) {
		last := endOfFields(lines, i)
		return i, last, nextIsQuoted(lines[last+1:])
	}
	if start = beginOfAttribution(lines, i); start >= 0 {
		return start, i, quotesBehind(lines[i+1:])
	}
	return 0, -1, false
}

// dated says whether one of the next three lines has a date or a time.
func dated(lines []line) bool {
	return slices.ContainsFunc(lines[:min(3, len(lines))], func(l line) bool { return moment.MatchString(l.text) })
}

// isFields says whether lines begin with a block of header fields: three in a row, of which one has an address and one a date; or the
// first is the sender's in a language we know.
func isFields(lines []line) bool {
	hasAddress, hasMoment, known := false, false, false
	for n := range 3 {
		if n >= len(lines) || lines[n].kind != own {
			return false
		}
		m := label.FindStringSubmatch(lines[n].text)
		if m == nil {
			return false
		}
		hasAddress = hasAddress || address.MatchString(lines[n].text)
		hasMoment = hasMoment || moment.MatchString(lines[n].text)
		name := strings.ToLower(strings.ReplaceAll(m[1], " ", ""))
		for _, s := range senders {
			known = known || n == 0 && name == s
		}
	}
	return hasMoment && (hasAddress || known)
}

// endOfFields is the last line of a block of header fields that begins at i, or that line itself. eM Client writes no colons ("From Ann <ann@example.com>").
func endOfFields(lines []line, i int) int {
	bare := !label.MatchString(lines[i].text)
	for i+1 < len(lines) && lines[i+1].kind == own && (bare && lines[i+1].text != "" || label.MatchString(lines[i+1].text)) {
		i++
	}
	return i
}

// beginOfAttribution is where the attribution begins that ends with the line i, -1 if none does. Programs break it at 78 columns, so
// that it has up to four lines; it is no longer than it must be, as the line before it may be a move.
func beginOfAttribution(lines []line, i int) int {
	last := strings.TrimRightFunc(lines[i].text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || r == '*' || r == '_' })
	if !strings.HasSuffix(last, ":") && !strings.HasSuffix(last, "：") {
		return -1
	}
	next := nextIsQuoted(lines[i+1:])
	text, found := "", -1
	for start := i; start >= 0 && start > i-4 && lines[start].kind == own && lines[start].text != ""; start-- {
		text = strings.TrimSpace(lines[start].text + " " + text)
		if len(text) > 500 {
			break
		}
		who, when := address.MatchString(text), moment.MatchString(text)
		verb := (who || when || next) && wrote.MatchString(text)
		if when && (who || verb && (next || opener.MatchString(text))) {
			return beforeIt(lines, start)
		}
		if found < 0 && (verb && (who || next) || next && (who || when)) {
			found = start
		}
	}
	if found >= 0 {
		return beforeIt(lines, found)
	}
	return -1
}

// beforeIt is where an attribution begins of which the line i holds all that is needed to know it: a date, or the name before an
// address, can stand in the line before.
func beforeIt(lines []line, i int) int {
	begins := strings.TrimSpace(lines[i].text)
	if opener.MatchString(begins) && moment.MatchString(begins) {
		return i
	}
	for j := i - 1; j >= 0 && j > i-3 && lines[j].kind == own && lines[j].text != ""; j-- {
		text := strings.TrimSpace(lines[j].text)
		if opener.MatchString(text) && strings.ContainsFunc(text, unicode.IsDigit) || year.MatchString(text) {
			return j
		}
	}
	if i > 0 && lines[i-1].kind == own && (strings.HasSuffix(lines[i-1].text, "<") || strings.HasPrefix(begins, "<") && hasText(lines[:i-1])) {
		return i - 1
	}
	return i
}
