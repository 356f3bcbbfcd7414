// Command skyferry plans and carries out transfers between object stores from the
// command line. It is the library's fullest example and stays thin: flags and printing
// are here, everything else is in the packages.
//
// Every command prints its result on standard output, for people or with --json as one
// document; errors, notes and the progress bar go to standard error. The exit status is
// 0 when all is done, 1 when something was not done, and 2 for a wrong command line.
package main
