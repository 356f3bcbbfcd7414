// Package file is an object store in a directory: the directory is the bucket, a key
// is a path below it. [Open] opens one.
//
// # Keys
//
// A key becomes a path exactly as it is, and a tree that others made is its paths. A
// component that is no file name has a name that begins with ".skyferry": "a//b" is in
// a/.skyferry=/b, the object "dir/" in dir/.skyferry=, ".." in ".skyferry=..", where a
// NUL byte is written %00 and "%" is %25. A component of more than 255 bytes, or one
// that such a name would be too long for, is divided into directories of 80 bytes,
// .skyferry+TEXT/…/.skyferry=TEXT. So is what would be taken for one of these names;
// what looks like one and is needed for no key is a name like any other. Every key has
// one path, and every path one key, so listings give back what was written.
//
// A name is either a file or a directory. Where "a" is an object and "a/b" another, the
// directory has the name, and the object is the file .skyferry@a beside it; whichever
// comes second makes the file move, at once for all readers. Only if the name has more
// than 245 bytes the second one is refused with ErrKey. Other names that begin with
// .skyferry= and so on are errors of their keys in listings.
//
// A path longer than the system allows is refused with ErrKey before anything is sent.
// An empty directory is no object. The last object of a directory may leave it behind.
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
