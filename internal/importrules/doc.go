// Package importrules has no code, only a test: it holds the packages of this module to the imports
// that ARCHITECTURE.md allows, directly and through others.
package importrules
