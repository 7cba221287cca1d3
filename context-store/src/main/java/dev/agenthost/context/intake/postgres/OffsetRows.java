package dev.agenthost.context.intake.postgres;

import dev.agenthost.context.intake.Batch.Advance;
import dev.agenthost.context.offset.PartitionRef;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.Map;

/** {@code context.applied_offsets}, moved by compare-and-set. */
final class OffsetRows {
    private static final String ADVANCE = """
            update context.applied_offsets o set next_offset = a.next
            from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[]) as a (topic, partition, expected, next)
            where o.topic = a.topic and o.partition = a.partition and o.next_offset = a.expected
            """;

    private OffsetRows() {}

    /** How many of them moved; one that did not was not where it was expected. */
    static Uni<Integer> advance(SqlConnection connection, Map<PartitionRef, Advance> advances) {
        return connection
                .preparedQuery(ADVANCE)
                .execute(Tuple.of(
                        advances.keySet().stream().map(PartitionRef::topic).toArray(String[]::new),
                        advances.keySet().stream().map(PartitionRef::partition).toArray(Integer[]::new),
                        advances.values().stream().map(Advance::expected).toArray(Long[]::new),
                        advances.values().stream().map(Advance::next).toArray(Long[]::new)))
                .map(rows -> rows.rowCount());
    }
}
