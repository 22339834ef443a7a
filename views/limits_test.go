package views

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	for _, c := range []struct{ peer, header, trust, want string }{
		{"192.0.2.1:99", "", "", "192.0.2.1"},
		{"192.0.2.1:99", "198.51.100.7", "", "192.0.2.1"}, // nobody's word is taken for it
		{"192.0.2.1:99", "198.51.100.7", "10.0.0.0/8", "192.0.2.1"},
		{"10.0.0.1:99", "198.51.100.7", "10.0.0.0/8", "198.51.100.7"},
		{"10.0.0.1:99", "203.0.113.5, 198.51.100.7", "10.0.0.0/8", "198.51.100.7"}, // what the client wrote itself stands before
		{"10.0.0.1:99", "203.0.113.5, 198.51.100.7, 10.0.0.2", "10.0.0.0/8", "198.51.100.7"},
		{"10.0.0.1:99", "198.51.100.7:4711", "10.0.0.0/8", "198.51.100.7"},
		{"10.0.0.1:99", "::ffff:198.51.100.7", "10.0.0.0/8", "198.51.100.7"},
		{"10.0.0.1:99", "2001:db8:1:2:3:4:5:6", "10.0.0.0/8", "2001:db8:1:2::"},
		{"10.0.0.1:99", "[2001:db8:1:2::6]:4711", "10.0.0.0/8", "2001:db8:1:2::"},
		{"[2001:db8:1:2::9]:99", "", "", "2001:db8:1:2::"},
		{"10.0.0.1:99", "unknown", "10.0.0.0/8", "10.0.0.1"},
		{"10.0.0.1:99", "", "10.0.0.0/8", "10.0.0.1"},
	} {
		s := &Site{}
		if c.trust != "" {
			s.TrustProxy = []netip.Prefix{netip.MustParsePrefix(c.trust)}
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.header != "" {
			r.Header.Set("X-Forwarded-For", c.header)
		}
		if got := s.client(r); got != c.want && got != c.want+"/64" {
			t.Errorf("from %s, forwarded for %q, trusting %q: %s, want %s", c.peer, c.header, c.trust, got, c.want)
		}
	}
}

// Whoever has a full budget again is forgotten, and the rest is not looked through at each request.
func TestLimitersAreForgotten(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimits(func() time.Time { return now })
	for i := range 3 * fewLimiters {
		if !l.allow("picture", fmt.Sprint(i)) {
			t.Fatal("the first is refused")
		}
	}
	if len(l.by) != 3*fewLimiters || l.many < len(l.by) {
		t.Fatalf("%d limiters, looked through at %d", len(l.by), l.many)
	}
	now = now.Add(time.Hour)
	for i := range 2 * fewLimiters {
		l.allow("picture", fmt.Sprint("later ", i))
	}
	if len(l.by) > 2*fewLimiters {
		t.Errorf("%d limiters are kept", len(l.by))
	}
}
