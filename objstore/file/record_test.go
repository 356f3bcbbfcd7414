package file

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"github.com/skyferry/skyferry/objstore"
)

// The format stays: another process may have another version of this package.
func TestRecordFormat(t *testing.T) {
	r := newRecord(objstore.Part{Number: 2, Size: 5, CRC32C: 0x12345678})
	const want = "02000000" + "78563412" + "0500000000000000" + "e072f171" + "000000000000000000000000"
	if got := hex.EncodeToString(r[:]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// No record but the right one, whole, stands for a part.
func TestRecordDamaged(t *testing.T) {
	u := objstore.Upload{Size: 15, PartSize: 10}
	whole := newRecord(objstore.Part{Number: 2, Size: 5, CRC32C: 0x12345678})
	if p, ok := whole.part(u, 2); !ok || p.Size != 5 || p.CRC32C != 0x12345678 || !p.HasCRC32C {
		t.Fatalf("%+v, %t", p, ok)
	}
	if _, ok := whole.part(u, 1); ok {
		t.Error("taken for part 1")
	}
	if _, ok := (record{}).part(u, 1); ok {
		t.Error("zeros taken for a part")
	}
	for bit := range 8 * recordSize {
		damaged := whole
		damaged[bit/8] ^= 1 << (bit % 8)
		if _, ok := damaged.part(u, 2); ok {
			t.Errorf("bit %d makes no difference", bit)
		}
	}
}

// Every prefix of the file of records gives the parts that are whole in it.
func TestRecordsCut(t *testing.T) {
	u := objstore.Upload{Size: 25, PartSize: 10}
	name := filepath.Join(t.TempDir(), "records")
	for cut := range 3*recordSize + 1 {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		for number := 1; number <= 3; number++ {
			_, n := u.PartRange(number)
			if err := writeRecord(f, number, newRecord(objstore.Part{Number: number, Size: n})); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Truncate(int64(cut)); err != nil {
			t.Fatal(err)
		}
		parts, err := readRecords(f, u)
		if err != nil || len(parts) != cut/recordSize {
			t.Errorf("%d bytes: %d parts, %v", cut, len(parts), err)
		}
		f.Close()
	}
}
