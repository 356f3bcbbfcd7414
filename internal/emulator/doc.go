// Package emulator starts the servers that stand for object stores in tests, and puts
// a front before them that lets requests fail in chosen ways.
//
// [Versitygw], [Moto], [FakeGCS] and [Azurite] each start a real process on a free port
// of the loopback interface, with its data in a directory of its own, and end it with
// the test. scripts/deps.sh installs them, in the versions that it names, into .tools;
// one that is missing skips the test, or fails it where SKYFERRY_REQUIRE_ALL is set.
// Only moto, which no registry of ours has, may be missing always.
//
// [NewFront] passes requests on to such a server, or to any other, unchanged but for
// what its [Rule]s say: it throttles, resets, corrupts, loses answers, and counts.
//
// # What the servers do otherwise than the services they stand for
//
// versitygw keeps objects as files: "a//b" and "/a" are cleaned away silently, "a" and
// "a/b" exclude each other, a component of a key has at most 255 bytes, and a listing
// has its keys as they are though it was asked to encode them. moto takes any
// credential and any region, does not check checksums, and computes those of multipart
// objects wrongly; keys are exact. fake-gcs-server asks for no credential, ignores the
// generation of a read and of a deletion, and does not check the CRC32C of a resumable
// upload. Azurite lists `a\b` as "a/b", and takes block IDs of differing lengths.
package emulator
