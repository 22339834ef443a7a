// Package mail says and hears what the program does by e-mail: it composes the mails that the outbox asks for and sends them through one
// relay, and takes in answers and reports.
//
// An outbox row (store.Envelope) holds facts and no text. The worker (Postman.Run) takes the oldest row that is due, composes the mail
// from the game as it is now, signs it where there is a key (DKIM, RFC 6376: ReadDKIMKey), sends it and marks the row. There is one worker
// and one connection, which is kept open; nothing is done ahead, so that at most one mail is under way at any time. What happens when
// something goes wrong:
//
//   - The relay cannot be reached, does not greet, refuses TLS or the password, or fails before RCPT in any other way (a command that is
//     not answered within 30 seconds, or without end, or out of step): that is the relay's trouble and not the mail's. No try is counted.
//     The whole queue waits, and the relay alone is tried again 5, 15 and then always 30 seconds later, for ever (a try may take
//     30 seconds, so that there is one a minute at least).
//   - The relay fails from RCPT on, or answers 421 (it is closing) or 530 to 538 (it wants to be signed in to): that may be for this
//     mail alone. The mail counts a try, as after a 4xx, and other mails go on over a new connection.
//   - The relay took the whole mail and gave no answer: nobody knows whether it goes out. The mail counts a try, so that a relay that
//     always does so cannot send somebody a copy each minute for ever. The copy has the same Message-ID.
//   - 4xx for the recipient or the text: the mail counts a try and comes again after 1, 5, 15 and 60 minutes, then hourly, for 5 days
//     (store.EnvelopeLater). Other mails go on.
//   - 5xx for the recipient or the text: the mail has failed; it is tried once.
//   - The kept-open connection turns out to be dead: it is opened anew at once, and the mail goes over the new one.
//   - The game has gone on, so that the mail would be untrue, or its reader wants no such mail any more: it is dropped.
//   - The mail cannot be composed because the database cannot be read, or not be signed: it counts a try. Because of a mistake of ours (a panic): it has
//     failed, the log says so, and the worker goes on.
//   - The program is told to stop: a mail under way has 5 seconds to come to its end, and is then left unmarked.
//   - The program is killed: a mail that had not been marked is sent again after the restart, with the same Message-ID. That is one mail at
//     most for each kill (TestOutboxSoak).
//   - A mail has been taken by the relay and the row cannot be marked: nothing else is sent until it could be marked.
//
// A Trial (postrider mail-test) sends one mail by the same relay code without a store, and tells each step and what the DNS lacks.
//
// Without a relay each composed mail is kept in its row, where the page /mail shows it.
//
// Mail comes in by SMTP (Inbound) to two kinds of addresses, both of our making and proven by a keyed hash (store/sealed.go); all others are
// refused at RCPT, so that nothing is relayed:
//
//   - A reply address (m-…) stands in the Reply-To of a mail to somebody who is to move. ReadReply takes the answer apart, store.Receive does
//     in one transaction what it asks for and writes the mail that says what came of it: done; refused, why, and what would be legal; too late;
//     nothing found. That goes to the player's own address, whatever From says. The address is good for one turn: after the move, and after
//     a takeback, it is too late. What the opponent offered or asked for after the mail was written is not accepted or declined by it.
//   - A bounce address (b-…) is the sender (MAIL FROM) of each mail. A report, which comes from the empty sender, that the mail failed for
//     good marks the player's address (store.Bounce), and no mail goes there but what its holder asks for; one about a delay, or about
//     another address to which mail was passed on, is noted with the mail.
//     For good is what the report gives a status 5.x.x, as RFC 3463 has it, whatever stands behind the 5: also a mailbox that is full (5.2.2) and a mail that
//     was refused as spam (5.7.1). The server says that it does not try again, and would say 4.2.2 if it did. It costs the player one button to end.
//   - An automatic answer (out of office, a mailing list, our own mail come back, anything from the empty sender) is taken and let be: it is
//     neither a move nor answered. Of mails that do nothing 30 a day are answered at most for a side of a game.
//   - 250 is said after the commit. If the program is killed before it, or the sender does not hear it, the mail comes again, and its
//     Message-ID and text (without one, its text alone) say that it has been dealt with. If the database fails, 451: it comes again.
//   - A mail that does not come to its end is none. What a peer sends behind a text that failed is not read as commands: the connection is
//     closed after the answer.
//   - A peer that brings no mail that is taken has to go after 5 minutes, and after 10 seconds already where there is no room for others.
//   - The program is told to stop: a mail under way has 8 seconds to come to its end, other connections are closed at once.
package mail
