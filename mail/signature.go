package mail

import "regexp"

var (
	signatureMark = regexp.MustCompile(`^(--+|––?|—+)$`)
	// sentFrom is what telephones and programs put below what one writes.
	sentFrom = regexp.MustCompile(`(?i)^(` +
		`sent (from|via|with|using|on|by) .+|get (outlook|bluemail) .+|yahoo mail ?: \p{L}+, organi\p{L}+, \p{L}+|von mein(em|er|em/meiner) .+ (gesendet|verschickt)|gesendet (von|mit|über|aus) .+|` +
		`diese nachricht wurde von meinem .+|envoyé (de|depuis|à partir|avec|via) .+|enviado (desde|do|da|de|a partir|com|con|vía|via|pelo) .+|` +
		`inviato (da|dal|con) .+|(verstuurd|verzonden) (vanaf|vanuit|met|via) .+|skicka(t|des) från .+|sendt fra .+|lähetetty .+|wysłan[eo] (z|ze|za|przy) .+|` +
		`od[eo]slán[oé] z .+|odoslané z .+|.*iphone-?(omr)?[óo]l küldve|.*-r[óő]l küldve|отправлено (с|из) .+|надіслано (з|із) .+|.+ gönderildi|gönderen: .+|.+ से भेजा गया|از .+ ارسال شده است|στάλθηκε από .+|` +
		`trimis de pe .+|poslano (s|sa|z|iz) .+|послато са .+|изпратено от .+|siųsta iš .+|sūtīts no .+|enviat des d.+|(được |đã )?gửi từ .+|dikirim dari .+|saadetud minu .+|נשלח מה.+|.*أرسلت? من .+|.*أُرسلت من .+|مرسل من .+|ส่งจาก.+|` +
		`.*から送信(しました|されました)?|.*發送自.+|(发自|发送自|發自|寄自|来自|從|从).*(iphone|ipad|android|手机|手機|huawei|xiaomi|outlook|galaxy|我的).*|.+에서 보냄|.+에서 보낸.*` +
		`)\.?$`)
	// outlookApp is Outlook's own advertisement, in any language.
	outlookApp = regexp.MustCompile(`(?i)^.{0,60}outlook.{0,40}(aka\.ms/|\b(android|ios)\b).*$|^.{0,30}(android|ios).{0,20}outlook.{0,100}$`)
	// footer is how a company's small print begins.
	footer = regexp.MustCompile(`(?i)^[*\s]*(_{5,}$|confidentiality( notice)?\b|disclaimer\b|legal notice\b|haftungsausschluss\b|avis de confidentialité|` +
		`this (e-?mail|message|communication|transmission)\b.{30}|the (information|contents?) (contained|in|of) (in )?(this|the) .{15}|` +
		`die(se)? (information|e-?mail|nachricht)(en)? (in|enthält|enthalten|ist|kann|wurde|und)\b.{20}|ce (message|courriel|mail|courrier)\b.{30}|` +
		`este (mensaje|correo|e-?mail|mensagem)\b.{30}|esta (mensagem|comunicación)\b.{30}|quest[ao] (e-?mail|messaggio)\b.{30}|` +
		`(dit|deze) (bericht|e-?mail)\w*\b.{30}|det(ta|te) (meddelande|e-post)\w*.{30}|denn[ae] (e-?mail|e-post|mail)\w*.{30}|ta wiadomość .{30}|` +
		`t(ato|ento) (zpráva|e-?mail) .{30}|это (сообщение|письмо) .{30}|virus-?free\b|virenfrei\b|.*avast)`)
)

// isSignature says whether a line is the mark above a signature.
func isSignature(text string) bool { return signatureMark.MatchString(text) }

// isSentFrom says whether a program added the line: "Sent from my iPhone".
func isSentFrom(text string) bool {
	return len(text) < 200 && (sentFrom.MatchString(text) || outlookApp.MatchString(text))
}

// isFooter says whether the small print begins with the line.
func isFooter(text string) bool { return footer.MatchString(text) }
