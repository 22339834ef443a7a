package views

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"postrider/store"
)

// budget is how often something may be done from one network address, or (login) be tried on one account: Burst at once, then one each Every.
type budget struct {
	Every time.Duration
	Burst int
}

// budgets by deed.
var budgets = map[string]budget{
	"signup":   {10 * time.Minute, 10},
	"signin":   {15 * time.Second, 20},
	"login":    {time.Minute, 20},
	"link":     {5 * time.Minute, 6},
	"invite":   {time.Minute, 30},
	"preset":   {time.Minute, 30},
	"guest":    {5 * time.Minute, 10},
	"picture":  {200 * time.Millisecond, 60},
	"film":     {10 * time.Second, 12},
	"test":     {10 * time.Minute, 5},
	"settings": {10 * time.Second, 30},
	"export":   {5 * time.Minute, 4},
	"draft":    {10 * time.Second, 60},
}

// limits holds the limiters of those who came lately.
type limits struct {
	now   func() time.Time
	mutex sync.Mutex
	by    map[string]*rate.Limiter
	many  int // at so many the map is looked through
}

const fewLimiters = 10000

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, by: map[string]*rate.Limiter{}, many: fewLimiters}
}

// allow takes one from the budget of who for a deed.
func (l *limits) allow(deed, who string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	b, now := budgets[deed], l.now()
	if len(l.by) > l.many {
		for key, limiter := range l.by { // those with a full budget need not be remembered
			if limiter.TokensAt(now) >= float64(limiter.Burst()) {
				delete(l.by, key)
			}
		}
		l.many = max(fewLimiters, 2*len(l.by)) // not at each request
	}
	key := deed + " " + who
	if l.by[key] == nil {
		l.by[key] = rate.NewLimiter(rate.Every(b.Every), b.Burst)
	}
	return l.by[key].AllowN(now, 1)
}

// limit is nil, or the error that says to come back later. It counts by the client's address.
func (s *Site) limit(r *http.Request, deed string) error {
	if !s.Limits || s.limits.allow(deed, s.client(r)) {
		return nil
	}
	some := "minutes"
	if budgets[deed].Every < time.Minute {
		some = "seconds"
	}
	return &problem{http.StatusTooManyRequests, waitHeading, "That was a lot in a short time. Please wait some " + some + " and try again."}
}

// limitLogin is limit for passwords tried on one account from anywhere; p is the account, if there is one. Name and address count each for
// itself, so that nobody learns which belong together; and what belongs to no account counts alike.
func (s *Site) limitLogin(login string, p store.Player) error {
	switch {
	case p.ID != 0 && strings.Contains(login, "@"):
		login = p.Email
	case p.ID != 0:
		login = p.Name // however it was written
	}
	login = strings.ToLower(strings.TrimSpace(login))
	if !s.Limits || s.limits.allow("login", login[:min(len(login), 300)]) {
		return nil
	}
	return &problem{http.StatusTooManyRequests, waitHeading, "Many passwords have been tried with this name or address. Please wait some minutes and try again, or let us mail you a link."}
}

// client is the address that a request comes from; behind a trusted proxy the last one in X-Forwarded-For that is no proxy of ours.
// An IPv6 client counts by its /64.
func (s *Site) client(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	chain := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(chain) - 1; i >= 0 && s.trusted(host); i-- {
		next, err := forwarded(strings.TrimSpace(chain[i]))
		if err != nil {
			break
		}
		host = next.String()
	}
	if a, err := netip.ParseAddr(host); err == nil && a.Unmap().Is6() {
		return netip.PrefixFrom(a, 64).Masked().String()
	}
	return host
}

// forwarded reads an address of X-Forwarded-For, to which some proxies add a port.
func forwarded(text string) (netip.Addr, error) {
	a, err := netip.ParseAddr(text)
	if err != nil {
		var with netip.AddrPort
		with, err = netip.ParseAddrPort(text)
		a = with.Addr()
	}
	return a.Unmap(), err
}

func (s *Site) trusted(host string) bool {
	a, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range s.TrustProxy {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}
