// Package local provides machines that are none: gateways run on this machine, each as a process of
// its own, or as goroutines of this one. Regions are labels here.
//
// # Processes
//
// By default the gateway is this very executable, started with "skyferry-gateway" as its name,
// which package dataplane's Main looks for: a program that relies on this calls it first thing in its
// main, else the copy does what the program does, and starts copies in turn. [Options] can name
// another program. A gateway is never left behind:
//
//   - It ends when its standard input ends. The other end of that pipe is held here and nowhere
//     else, so the kernel ends it, too, when this process dies of anything, SIGKILL included.
//   - Stop ends the input, and after a grace time kills the gateway's process group with SIGKILL.
//     Whatever a gateway started itself dies with it, at the latest when it has ended.
//   - On Linux, a gateway that does not watch its input gets SIGTERM when this process dies
//     (PR_SET_PDEATHSIG). It is SIGTERM, not SIGKILL, so that a gateway which does watch may finish
//     what it does on the way out.
//   - Every process is waited for, so that none stays as a zombie.
//
// The kernel takes "the parent died" to mean the thread that started the child. So each gateway is
// started on a thread that is kept for it: the one which waits for its end, and which would be
// blocked by that anyway.
//
// A gateway has a process group of its own: Ctrl-C in a terminal reaches the caller alone, and the
// caller decides.
//
// # Environment
//
// A gateway gets its credentials from its coordinator, over a channel of their own. Therefore it
// does not get this process's environment, which may hold others, but the variables that its
// runtime reads (PATH, HOME, TMPDIR, TZ, LANG, LC_ALL, LD_LIBRARY_PATH, SSL_CERT_FILE,
// SSL_CERT_DIR, GODEBUG, GOGC, GOMAXPROCS, GOMEMLIMIT, GOTRACEBACK, GORACE, GOCOVERDIR), its tags
// (SKYFERRY_TRANSFER and so on: [provision.Spec.Tags] as variables), and what [Options].Env adds.
// Proxy settings are not passed: they often hold a password.
//
// # Goroutines
//
// With [Options].Run, a gateway is a call of that function. This is for stores that live in one
// process (mem://) and for tests. Nothing can kill a goroutine: after the grace time the function's
// context is cancelled, and a function that heeds neither its input nor its context makes Stop fail
// after a second grace time.
package local
