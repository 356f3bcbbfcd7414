package main

func Example() {
	main()
	// Output:
	// 1.48 Gbit/s through [azure:eastus azure:westus2 aws:ap-south-1]
	// 0.88 Gbit/s through [azure:eastus aws:ap-south-1]
	// 3 objects, 3000000 bytes, verified: true
}
