package store

import (
	"context"
	"errors"
	"fmt"
)

const (
	maxRenewals = 20
	maxListed   = 10 // open invitations of one player in the list
)

// InviteAnyone puts an invitation into the list that anyone may join. renewals: how often it is put up once more when somebody has joined, or when it has
// stood for 30 days in vain; up to 20. once: as in Invite. *Invalid as CheckTerms, or with Field "renewals", or where 10 of the player's stand there.
func (s *Store) InviteAnyone(ctx context.Context, inviter int64, t Terms, renewals int, once string) (made Invitation, err error) {
	if t, err = s.CheckTerms(t); err != nil {
		return Invitation{}, err
	}
	if renewals < 0 || renewals > maxRenewals {
		return Invitation{}, invalid("renewals", "How often it is put up again is a number from 0 to %d.", maxRenewals)
	}
	err = s.tx(ctx, func(x *tx) error {
		from, err := member(ctx, x, inviter)
		if err != nil {
			return err
		}
		mark := formMark(once, t, fmt.Sprintf("anyone, %d", renewals))
		if made, err = x.madeBefore(from, mark); !errors.Is(err, ErrNotFound) {
			return err
		}
		n, err := x.count(`SELECT count(*) FROM invitations WHERE inviter_id = ? AND listed AND status = 'open' AND expires_at > ?`, from.ID, x.now)
		if err != nil || n >= maxListed {
			return orInvalid(err, "", "%d open invitations of yours stand in the list, which is as many as may be. Withdraw one, or wait until somebody joins.", n)
		}
		made, err = x.invite(from, t, invitee{listed: true, renewals: renewals, mark: mark})
		return err
	})
	return made, orWrap(err, "invite anyone")
}

// OpenInvitations lists what anyone may join, newest first, but what the viewer (0: nobody) cannot join because one has blocked the other.
func (s *Store) OpenInvitations(ctx context.Context, viewer int64, page int) ([]Invitation, Page, error) {
	now := s.now()
	list, p, err := paged(ctx, s.readers, page, s.scanInvitation, invitationQuery+`i.listed AND i.status = 'open' AND i.expires_at > ?
		AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.player_id = i.inviter_id AND b.blocked_id = ? OR b.player_id = ? AND b.blocked_id = i.inviter_id)
		ORDER BY i.id DESC`, now, now, viewer, viewer)
	return list, p, orWrap(err, "list the open invitations")
}

// renew puts an open invitation that somebody has joined up once more, as often as its inviter wished.
func (t *tx) renew(i Invitation, inviter Player) error {
	if !i.Listed || i.Renewals == 0 {
		return nil
	}
	_, err := t.invite(inviter, i.Terms, invitee{listed: true, renewals: i.Renewals - 1})
	return err
}

// renewExpired gives open invitations that have stood in vain another 30 days, as often as their inviters wished.
const renewExpired = `UPDATE invitations SET renewals = renewals - 1, expires_at = expires_at + 30 * 86400 WHERE status = 'open' AND listed AND renewals > 0 AND expires_at <= ?`
