package dev.agenthost.orchestrator.lifecycle.postgres;

import dev.agenthost.platform.postgres.ExpiringTable;
import java.time.Duration;
import java.util.List;

/** The tables of schema {@code runs} whose rows have a limited life. */
public final class ExpiringTables {
    /** Longer than the retention of every topic: until then a repeated request is recognised. */
    private static final Duration TERM = Duration.ofDays(35);

    private static final Duration LEASE_TERM = Duration.ofDays(1);

    public static final List<ExpiringTable> ALL = List.of(
            new ExpiringTable("runs.runs", "admitted_at", TERM, "t.state = 'ended' AND t.publish_after IS NULL"),
            new ExpiringTable("runs.turns", "updated_at", TERM, "t.current_run_id IS NULL"),
            new ExpiringTable("runs.cancellations", "requested_at", TERM),
            new ExpiringTable("runs.steering", "delivered_at", TERM),
            new ExpiringTable("runs.steering_returns", "returned_at", TERM),
            new ExpiringTable("runs.grants", "frozen_at", TERM),
            new ExpiringTable("runs.interactions", "asked_at", TERM),
            new ExpiringTable("runs.graph_views", "updated_at", TERM),
            new ExpiringTable("runs.delegations", "delegated_at", TERM),
            new ExpiringTable("runs.erased_runs", "erased_at", TERM),
            new ExpiringTable("runs.host_events", "stored_at", TERM, "t.publish_after IS NULL"),
            // One row for each start of a replica: a table without an index by time.
            new ExpiringTable("runs.leases", "expires_at", LEASE_TERM, """
                    t.dead AND NOT EXISTS (SELECT FROM runs.runs r WHERE r.owner = t.incarnation AND r.state = 'running')"""));

    private ExpiringTables() {}
}
