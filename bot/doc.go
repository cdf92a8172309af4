// Package bot is what happens between hearing and storing.
//
// This package is the wiring: New makes the rooms, each with what it needs, and Run has them work. From the lowest to
// the highest they are request (what all speak in), services, find, people, change (the one way to change a match),
// then matches, exercise, show and account beside each other, and router. None knows one above it.
//
// A typed move takes this way, file by file. An adapter passes the event to Router.Hear (router/router.go).
// newRequest cleans its texts, and finds out who speaks (people/registry.go), which match's board it answers
// (find/find.go) and how the author is spoken to (archive/archive.go, guide). Then the event takes the first of the
// routes that it fits: no text; heard before; one too many; somebody without a name; an open question, which makes the
// press of its button of what answers it and lets everything else pass (router/questions.go); a slash or a button;
// a move; an exercise; a yes or no; and words. It has the form of a move if Request.Read (request/moves.go) reads it so in
// a match that its author plays here: that reads it once, and the rest of the way has the reading from there. A lesson or
// a puzzle that was shown last may take it (exercise/hear.go); else it goes to Moves.Move (matches/moves.go). That
// finds the match that is meant (FindMoving in find/find.go: the one named, the one whose board is answered, the only
// one in which it is legal), and hands the deciding to change.Decider.Act (change/decider.go): with the match held
// (archive/locks.go), a pure function of match, request and text (decideMove) gives an event or an answer; the match
// takes the event and what follows from it by itself (change/following.go, change/dice.go), and the store keeps all
// (archive/archive.go), with the ratings of a match that has ended (change/ratings.go). The clock is told of a new
// deadline (agenda/agenda.go). Now the match is let go, the computer is given a moment to answer (matches/computer.go), and
// the notifier is told to say the rest (notify/notifier.go): it puts the news into words and boards (view), sends them to
// each room in order, and notes at once that it has. Hear says the Result (view) when the author's own room has been
// told. Examples in the tests print what is said and stored on this way, when a challenge is accepted by its button, and
// when the computer answers.
//
// A crash between storing and saying loses nothing: the head of a match remembers what was said where, and messages
// that are missing are said at the next start. Events of one match are decided one at a time, different matches in
// parallel.
//
// Memory is bounded, in each line by so many bytes at the most. Texts are taken to be as long as they mostly are. Lists
// of things that can be asked again also let go of those not used for a quarter of an hour (package cache): so memory
// follows what is being done, and is flat soon.
//
//	archive: matches at hand                        8 MB   300 of 25 kB, with positions and last events
//	archive: answers of the store                   9 MB   10,000 of 900 bytes: heads, settings and people
//	engine/search: tables of what is thought       12 MB   at the most, for each position that is thought about at once
//	matches: files lent to those who look          16 MB   16 files of 1 MB
//	notify: calls, lines beside boards               1 MB   2,000 of each, of 250 bytes
//	matches, router: drafts, boards shown           2 MB   2,000 of each of three kinds, of 300 bytes
//	people: recently met, paces                     1 MB   2,000 of 350 bytes, 2,000 of 250
//	find: challenges opened by their link           1 MB   1,000 of 150 bytes
//	club: results                                   1 MB   5,000 of 200 bytes
//	adapter: rooms where people play                1 MB   2,000 a service, of 200 bytes
//	telegram: updates in flight and known           2 MB   500 of 4 kB, 2,000 numbers
//	telegram: chats, shapes, pictures, in sight     6 MB   2,000 of each of eleven kinds, of 200 to 700 bytes
//	telegram: people by handle, lanes               1 MB   1,000 of 600 bytes, 100 of 1 kB; of lanes those in use
//	discord: channels, ranks, messages, answers     8 MB   2,000 of each of eighteen kinds, of 220 bytes
//	discord: events known, what is in sight         2 MB   5,000 of 170 bytes, 1,000 of 600
//	discord: people by handle, windows of routes    1 MB   1,000 of 600 bytes, 500 of 200; of windows those that are open
package bot
