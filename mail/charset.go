package mail

import (
	"bytes"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// toText is data in that charset as UTF-8 with line ends \n. Labels lie: what is UTF-8 under the label of a charset of single bytes is
// read as UTF-8, and what has no label that is known, or is not what it says, as UTF-8 if it is that, else as windows-1252. False is
// for UTF-7 alone, which hides ASCII in ASCII.
func toText(data []byte, label string) (string, bool) {
	label = strings.ToLower(strings.Trim(label, " \t\"'"))
	if strings.HasSuffix(label, "utf-7") || label == "utf7" {
		return "", false
	}
	valid := utf8.Valid(data)
	e := charsetOf(label)
	switch {
	case e == nil && bytes.Contains(data, []byte("\x1b$")):
		e = japanese.ISO2022JP
	case e == nil && !valid:
		e = charmap.Windows1252
	case valid && isSingleByte(e) && bytes.ContainsFunc(data, func(r rune) bool { return r >= utf8.RuneSelf }):
		e = nil
	}
	if e != nil {
		data, _, _ = transform.Bytes(unicode.BOMOverride(e.NewDecoder()), data) // what cannot be decoded becomes U+FFFD
	}
	return strings.ToValidUTF8(lineEnds.Replace(string(data)), "\uFFFD"), true
}

// lineEnds are all that end a line.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u2028", "\n", "\u2029", "\n")

// charsetOf is the charset of that label, nil for UTF-8, ASCII and what nobody knows.
func charsetOf(label string) encoding.Encoding {
	switch label {
	case "", "us-ascii", "ascii", "utf-8", "utf8":
		return nil
	case "utf-16":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM) // RFC 2781: big endian unless its mark says otherwise
	case "cp932":
		return japanese.ShiftJIS
	case "cp936":
		return simplifiedchinese.GBK
	case "cp949":
		return korean.EUCKR
	case "cp950":
		return traditionalchinese.Big5
	}
	if e, err := htmlindex.Get(label); err == nil && e != encoding.Replacement && e != unicode.UTF8 {
		return e
	}
	if e, err := ianaindex.MIME.Encoding(label); err == nil && e != nil && e != unicode.UTF8 && e != encoding.Replacement {
		return e
	}
	return nil
}

// charsetInside is the charset that an HTML part itself names (<meta charset>), "" if it names none.
func charsetInside(data []byte) string {
	_, name, _ := charset.DetermineEncoding(data, "")
	if name == "windows-1252" { // also where it names none
		return ""
	}
	return name
}

func isSingleByte(e encoding.Encoding) bool {
	_, ok := e.(*charmap.Charmap)
	return ok
}

// headerWords is a header field as one line of text, its encoded words (RFC 2047) decoded, also those that are badly encoded.
func headerWords(value string) string {
	if !utf8.ValidString(value) {
		value, _ = toText([]byte(value), "")
	}
	decoder := mime.WordDecoder{CharsetReader: func(label string, input io.Reader) (io.Reader, error) {
		data, err := io.ReadAll(input)
		if err != nil {
			return nil, err
		}
		text, _ := toText(data, label)
		return strings.NewReader(text), nil
	}}
	if text, err := decoder.DecodeHeader(value); err == nil {
		value = text
	}
	return oneLine(value)
}
