//go:build !cgo

package store

// SQLite is compiled in by cgo. Without it nothing would work, so the build ends here and says so.
var _ = thisProgramNeedsCgoAndACCompiler_installGccAndSetCGO_ENABLEDto1
