// Package bot connects the chat services to the store: it receives events, decides what they change, and announces the
// result.
//
// This package is the wiring: New builds the parts, and Run runs them. The parts, from the lowest to the highest, are
// request (the types that all others share), services, find, people, change (the only way to change a match), then
// matches, exercise, show and account side by side, club, which builds on matches, and router. No part imports a higher
// one. Below them, view and guide make messages, notify announces events, and archive reads and writes the store.
//
// A typed move takes these steps:
//
//  1. An adapter passes the event to Router.Hear (router/router.go).
//  2. newRequest cleans the text and finds the author (people/registry.go), the match whose board the event answers
//     (find/find.go), and the author's language and preferences (archive/archive.go, guide).
//  3. The first route that takes the event handles it: no text; handled before; over the rate limit; an anonymous
//     author; an open question (router/questions.go: an answer in words becomes the press of its button and passes on,
//     like everything else); a slash command or a button; a move; an exercise; a yes or no; words.
//  4. A text is a move if Request.Read (request/moves.go) can read it in a match that its author plays here. It is read
//     once; the reading travels with the request.
//  5. A lesson or a puzzle that was shown last may take the move (exercise/hear.go). Otherwise Moves.Move
//     (matches/moves.go) asks FindMoving (find/find.go) for the match: the one named, the one whose board the event
//     answers, or the only one in which the move is legal.
//  6. change.Decider.Act (change/decider.go) locks the match (archive/locks.go). decideMove, a pure function of match,
//     request and text, returns an event or an answer. The match applies the event and what follows from it
//     (change/following.go, change/dice.go), and the store appends it all (archive/archive.go), with the ratings if the
//     match has ended (change/ratings.go).
//  7. The clock looks at the new deadline (agenda/agenda.go), the match is unlocked, and the computer gets a moment to
//     reply (matches/computer.go).
//  8. The notifier (notify/notifier.go) renders the news as words and boards (view), sends them to each room in order, and
//     records each delivery at once. Hear sends the Result after the news has been sent to the author's own room.
//
// Examples in the tests print what is sent and stored in these steps, for a challenge accepted by its button and for a
// reply of the computer.
//
// A crash between storing and sending loses nothing: the head of a match records what was delivered to each room, and
// the rest is sent at the next start. Events of one match are decided one at a time, those of different matches in
// parallel.
//
// Memory is bounded. The table gives the maximum size of each cache, for texts of the usual length. Entries that can be
// loaded again also expire after a quarter of an hour without use (package cache), so memory follows the load.
//
//	archive: matches in use                         8 MB   300 of 25 kB, with positions and last events
//	archive: answers of the store                   9 MB   10,000 of 900 bytes: heads, settings and people
//	engine/search: transposition tables            12 MB   for each position that is searched at the same time
//	matches: files with several games              16 MB   16 files of 1 MB
//	notify: calls, lines beside boards               1 MB   2,000 of each, of 250 bytes
//	matches, router: drafts, boards shown           2 MB   2,000 of each of three kinds, of 300 bytes
//	people: recently met, paces                     1 MB   2,000 of 350 bytes, 2,000 of 250
//	find: challenges opened, matches spoken of      1 MB   1,000 of each, of 150 bytes
//	club: results                                   1 MB   5,000 of 200 bytes
//	adapter: rooms where people play                1 MB   2,000 a service, of 200 bytes
//	telegram: updates in flight and known           2 MB   500 of 4 kB, 2,000 numbers
//	telegram: chats, shapes, pictures, in sight     6 MB   2,000 of each of eleven kinds, of 200 to 700 bytes
//	telegram: people by handle, lanes               1 MB   1,000 of 600 bytes, 100 of 1 kB; of lanes those in use
//	discord: channels, ranks, messages, answers     8 MB   2,000 of each of eighteen kinds, of 220 bytes
//	discord: events known, what is in sight         2 MB   5,000 of 170 bytes, 1,000 of 600
//	discord: people by handle, windows of routes    1 MB   1,000 of 600 bytes, 500 of 200; of windows those that are open
package bot
