package mail

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// What one peer may do: connect and send mails, so many at once, then one each so often.
const (
	peerBurst  = 60
	peerEvery  = time.Second
	manyPeers  = 100 // connections at once
	fewFromOne = 10  // of one peer

	visitWait  = 5 * time.Minute  // so long a peer may stay without a mail that is taken, whatever it says
	visitGrace = 10 * time.Second // so long it stays also where others find no room
)

// guests are the connections of those who bring mail.
type guests struct {
	now    func() time.Time
	limits bool
	strict bool // in tests: also for a peer on this machine

	mu    sync.Mutex
	here  map[*guest]bool
	rates map[netip.Addr]*rate.Limiter
	many  int // at so many the map is looked through
	stops bool
}

const fewRates = 10000

func newGuests(now func() time.Time, limits bool) *guests {
	return &guests{now: now, limits: limits, here: map[*guest]bool{}, rates: map[netip.Addr]*rate.Limiter{}, many: fewRates}
}

// guest is a connection of a peer that brings mail. What it may send before it is answered is bounded, and one that fails or is sent away is closed as soon
// as it has been answered: what it sent behind that must not be read as commands.
type guest struct {
	metered
	guests  *guests
	peer    netip.Addr
	busy    atomic.Bool  // a mail is under way
	goes    atomic.Bool  // it is closed after the next answer
	unknown atomic.Int32 // recipients that do not exist
	since   atomic.Int64 // when it came, or a mail of its was taken last; unix seconds
}

// stays is for how long a guest has been here without a mail that was taken.
func (g *guest) stays() time.Duration {
	return time.Duration(g.guests.now().Unix()-g.since.Load()) * time.Second
}

// took notes that a mail was taken.
func (g *guest) took() { g.since.Store(g.guests.now().Unix()) }

// Read reads what the peer sends.
func (g *guest) Read(b []byte) (int, error) {
	n, err := g.metered.Read(b)
	if err != nil || g.stays() >= visitWait {
		g.goes.Store(true)
	}
	return n, err
}

// Write answers the peer.
func (g *guest) Write(b []byte) (int, error) {
	n, err := g.metered.Write(b)
	g.busy.Store(false)
	if g.goes.Load() {
		g.Close()
	}
	return n, err
}

// Close closes the connection.
func (g *guest) Close() error {
	g.guests.mu.Lock()
	delete(g.guests.here, g)
	g.guests.mu.Unlock()
	return g.metered.Close()
}

// through is a listener whose connections are guests.
func (g *guests) through(l net.Listener) net.Listener { return &door{l, g} }

type door struct {
	net.Listener
	guests *guests
}

// Accept waits for a guest that is let in; others are sent away in a word.
func (d *door) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		g := &guest{metered: metered{conn, peerBytes, peerBytes}, guests: d.guests, peer: peerOf(conn)}
		g.took()
		if d.guests.admit(g) {
			return g, nil
		}
		conn.SetWriteDeadline(time.Now().Add(time.Second)) // of the machine's clock: it is about the network
		fmt.Fprint(conn, "421 4.7.0 Too many connections at once: please come back in some minutes.\r\n")
		conn.Close()
	}
}

// peerOf is the address of a peer; of IPv6 the network (/64) that one subscriber has.
func peerOf(conn net.Conn) netip.Addr {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	address := at.Addr().Unmap().WithZone("")
	if address.Is6() && !address.IsLoopback() {
		network, _ := address.Prefix(64) // 64 is a length that there is
		return network.Addr()
	}
	return address
}

// admit lets a guest in unless there are too many of the same peer. Where the house is full, who has been there longest without a mail that was taken makes room, so
// that those who only stay keep nobody out.
func (g *guests) admit(new *guest) bool {
	allowed := g.may(new.peer)
	longest, ok := g.seat(new, allowed)
	if longest != nil {
		longest.Close()
	}
	return ok
}

// seat notes a guest; longest is whom it displaces, if anybody.
func (g *guests) seat(new *guest, allowed bool) (longest *guest, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	of := 0
	for other := range g.here {
		if other.peer == new.peer {
			of++
		}
		if longest == nil || other.since.Load() < longest.since.Load() {
			longest = other
		}
	}
	full := len(g.here) >= manyPeers
	if !allowed || g.stops || g.limited(new.peer) && of >= fewFromOne || full && longest.stays() < visitGrace {
		return nil, false
	}
	g.here[new] = true
	if !full {
		return nil, true
	}
	delete(g.here, longest)
	return longest, true
}

// limited says whether a peer's rate is limited: that of a relay on this machine, which brings all mail, is not.
func (g *guests) limited(peer netip.Addr) bool { return g.limits && (g.strict || !peer.IsLoopback()) }

// may takes one from the peer's budget.
func (g *guests) may(peer netip.Addr) bool {
	if !g.limited(peer) {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if len(g.rates) > g.many {
		for other, limiter := range g.rates { // those with a full budget need not be remembered
			if limiter.TokensAt(now) >= peerBurst {
				delete(g.rates, other)
			}
		}
		g.many = max(fewRates, 2*len(g.rates)) // not at each connection
	}
	if g.rates[peer] == nil {
		g.rates[peer] = rate.NewLimiter(rate.Every(peerEvery), peerBurst)
	}
	return g.rates[peer].AllowN(now, 1)
}

// leave lets nobody in any more, and sends all away: those whose mail is under way after its answer.
func (g *guests) leave() {
	for _, guest := range g.last() {
		guest.goes.Store(true)
		if !guest.busy.Load() {
			guest.Close()
		}
	}
}

// closeAll cuts off whoever is still there.
func (g *guests) closeAll() {
	for _, guest := range g.last() {
		guest.Close()
	}
}

// last are those who are still there; nobody comes after them.
func (g *guests) last() (list []*guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stops = true
	for guest := range g.here {
		list = append(list, guest)
	}
	return list
}

// keyPair is a certificate and its key, read from its files again when they have changed.
type keyPair struct {
	cert, key string

	mu     sync.Mutex
	loaded *tls.Certificate
	at     [2]time.Time // when the files were changed last
}

// get is the certificate for a connection (tls.Config.GetCertificate). One that cannot be read any more leaves the one before in use.
func (c *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var at [2]time.Time
	var failed error
	for i, file := range []string{c.cert, c.key} {
		info, err := os.Stat(file)
		if failed = errors.Join(failed, err); err == nil {
			at[i] = info.ModTime()
		}
	}
	if failed == nil && (c.loaded == nil || at != c.at) {
		loaded, err := tls.LoadX509KeyPair(c.cert, c.key)
		if failed = err; err == nil {
			c.loaded, c.at = &loaded, at
		}
	}
	if c.loaded == nil {
		return nil, fmt.Errorf("the certificate in “%s” with the key in “%s” cannot be used: %w", c.cert, c.key, failed)
	}
	return c.loaded, nil
}
