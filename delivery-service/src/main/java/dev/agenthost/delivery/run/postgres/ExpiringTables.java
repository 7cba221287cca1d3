package dev.agenthost.delivery.run.postgres;

import dev.agenthost.platform.postgres.ExpiringTable;
import java.time.Duration;
import java.util.List;

/** The tables of schema {@code delivery} whose rows have a limited life. */
public final class ExpiringTables {
    private ExpiringTables() {}

    /**
     * Returns the tables; a part lives until its receipt is published, however old it is.
     *
     * @param term longer than any topic keeps its records, so that repeated results are recognised
     */
    public static List<ExpiringTable> after(Duration term) {
        return List.of(
                new ExpiringTable("delivery.sends", "answered_at", term, "t.receipt_published_at IS NOT NULL"),
                new ExpiringTable("delivery.previews", "updated_at", term),
                new ExpiringTable("delivery.call_rates", "used_until", term),
                new ExpiringTable("delivery.takeovers", "ended_at", term, "t.ended_at IS NOT NULL"),
                new ExpiringTable("delivery.lanes", "updated_at", term, "t.open = 0"),
                new ExpiringTable("delivery.runs", "updated_at", term));
    }
}
