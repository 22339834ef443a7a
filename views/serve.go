package views

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Serve answers requests to the site until ctx is done, then finishes those that are under way; what takes longer than ten seconds more is cut off.
func Serve(ctx context.Context, l net.Listener, site http.Handler, log *slog.Logger) error {
	server := &http.Server{Handler: site, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 60 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("stopping: open requests are finished first")
	patience, enough := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer enough()
	if slow := server.Shutdown(patience); slow != nil {
		log.Warn("stopping: a request took too long and is cut off", "error", slow)
		return server.Close()
	}
	return nil
}
