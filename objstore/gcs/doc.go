// Package gcs keeps objects in Google Cloud Storage, by its JSON API.
//
// [Open] opens a bucket, [Opener] opens gs://BUCKET/KEY. Credentials come from
// [Options], from a [Credential] that another process sent, or from Google's default
// chain (GOOGLE_APPLICATION_CREDENTIALS, gcloud, the machine's service account), and
// are renewed while the bucket is in use. STORAGE_EMULATOR_HOST is honoured.
//
// # What pins a read
//
// An object's Version is its generation, by which reads and copies ask for it. Where
// the bucket keeps old versions, an object that was replaced can still be read.
// Objects that are stored compressed move as they are stored: nothing is unpacked on
// the way.
//
// # Checksums
//
// Every write is sent with its CRC32C, which the store compares before the object
// becomes visible, and the store's own comes back, for composed objects, too.
//
// # Uploads in parts
//
// A part is an object below [TempPrefix], beside one that says what upload it belongs
// to. Complete joins them by compose requests of up to 32 sources, in rounds, each
// round's in parallel; the sources go as they are joined. Each join says which parts
// it is made of, so that whoever completes an upload after a failure goes on where it
// ended. What a killed process leaves is below TempPrefix only, hidden from listings
// here: a lifecycle rule of the bucket with this prefix, by age, removes it. Joined
// objects of up to 1,024 parts take one round, of up to 32,768 two, before the last
// request makes the object.
//
// This needs the permission to delete objects, and no retention policy, hold or
// retention period that keeps temporary objects. The store deletes what it joins for
// good, at no charge for early deletion; parts of an aborted upload are deleted like
// any other objects, so a bucket with soft deletion keeps them for a while.
//
// # Requests
//
// A listing takes one request per 1,000 keys and tells all attributes; a read, a
// write, a deletion take one. A part takes two (the second makes sure that its upload
// is still there), an upload of n parts beside them about n/31, and a read that finds
// its object gone takes another to see what became of it. Requests are not made again
// here, but for the rounds of a copy between locations; callers wrap the bucket for
// that.
package gcs
