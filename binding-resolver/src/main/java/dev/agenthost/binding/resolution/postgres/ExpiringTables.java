package dev.agenthost.binding.resolution.postgres;

import dev.agenthost.binding.resolution.EventAge;
import dev.agenthost.platform.postgres.ExpiringTable;
import java.time.Duration;
import java.util.List;

/** The tables by which repeated events are recognised, for as long as an event may come again. */
public final class ExpiringTables {
    /** A resolution that is not published is kept: its run was never requested. */
    public static final List<ExpiringTable> ALL = List.of(
            new ExpiringTable("bindings.resolutions", "keep_until", Duration.ZERO, "t.published"),
            new ExpiringTable("bindings.conflicts", "seen_at", EventAge.MEMORY));

    private ExpiringTables() {}
}
