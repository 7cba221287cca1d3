package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.resolution.EventAge;
import dev.agenthost.platform.postgres.ExpiringTable;
import java.time.Duration;
import java.util.List;

/** The tables that identify repeated events, for as long as an event may be repeated. */
public final class ExpiringTables {
    /** An unpublished resolution does not expire: its run is not yet requested. */
    public static final List<ExpiringTable> ALL = List.of(
            new ExpiringTable("bindings.resolutions", "keep_until", Duration.ZERO, "t.published"),
            new ExpiringTable("bindings.conflicts", "seen_at", EventAge.MEMORY));

    private ExpiringTables() {}
}
