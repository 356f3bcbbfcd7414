package control_test

import (
	"fmt"
	"log"
	"time"

	"github.com/skyferry/skyferry/internal/control"
)

// One authority for each transfer: its coordinator and its gateways know each other by
// it, and nobody else.
func Example() {
	authority, err := control.NewAuthority(time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	coordinator, err := authority.Coordinator()
	if err != nil {
		log.Fatal(err)
	}
	gateway, err := authority.Gateway("azure:eastus#0")
	if err != nil {
		log.Fatal(err)
	}
	client, err := coordinator.ClientTLS("azure:eastus#0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(client.ServerName)
	fmt.Println(gateway)
	// Output:
	// 6a06ad6aa8d1999fcfc5a8ea4e7eae7d.gateway.invalid
	// credential (withheld)
}
