// Package file is an object store in a directory: the directory is the bucket, a key
// is a path below it. [Open] opens one.
//
// # Keys
//
// A key becomes a path exactly as it is. One that a file system would change or
// cannot hold is refused with ErrKey before anything is sent: an empty component
// ("a//b", "/lead", "trail/"), a component "." or "..", a NUL byte, a component of
// more than 255 bytes, a path longer than the system allows, a name that is one of
// our temporary files'. (Escapes for such keys come with a later version.) Nor can a
// file system hold both "a" and "a/b": the second is refused when it is written. An
// empty directory is no object. The last object of a directory may leave it behind.
//
// Paths are opened through os.Root and one component at a time, so that nothing
// outside the directory is ever touched; a symbolic link below it is never followed.
// Listings report links, devices and other files that are not regular as errors of
// their keys. The directories of a bucket must not be renamed while it is open.
//
// # Writes
//
// Every write goes to a temporary file in the directory of its key, is read back for
// its checksum, and is renamed at the end: a reader sees a whole object or none. The
// name of a temporary file, see [IsTemporary], begins with ".skyferry-"; none is
// listed, and none is left unless the process was killed. An upload is one such file
// of the whole size, into which any number of processes write their parts, beside a
// file of what was written; both stay until Complete or Abort, across the death of
// any process. Attributes are dropped (Limits.NoAttrs).
//
// # Versions
//
// The version of an object is the size, the modification time and the number of its
// inode. It is compared on the opened file before and after each read. Who changes a
// file in place, without changing its size, within the clock tick of the last change
// (up to 10 ms on older kernels), goes unnoticed.
package file
