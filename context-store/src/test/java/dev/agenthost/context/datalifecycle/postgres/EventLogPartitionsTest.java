package dev.agenthost.context.datalifecycle.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.fixture.Database;
import io.smallrye.mutiny.Uni;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventLogPartitionsTest {
    @Test
    void partitionsAreCreatedAheadAndTakeRowsOfTheDefaultOne() {
        try (Database database = new Database()) {
            Database.await(database.pool().query("""
                            insert into context.event_log (workspace_id, kind, type, at, data, source)
                            select 'w', 'event', 'message.received', now(), '{}', 'agent.events/0@' || i
                            from generate_series(1, 10) i
                            """).execute());
            assertThat(database.count("from context.event_log_default")).isEqualTo(10);

            Database.await(Uni.join()
                    .all(IntStream.range(0, 4)
                            .mapToObj(i -> database.pool()
                                    .query("select context.prepare_event_log_v1(2)")
                                    .execute())
                            .toList())
                    .andFailFast());

            assertThat(database.count("from context.event_log_default")).isZero();
            assertThat(database.count("from context.event_log")).isEqualTo(10);
            assertThat(database.count("from pg_inherits where inhparent = 'context.event_log'::regclass"))
                    .isEqualTo(4);
            Database.await(database.pool()
                    .query("insert into context.event_log (workspace_id, kind, type, at, data, source)"
                            + " values ('w', 'event', 't', now(), '{}', 's')")
                    .execute());
            assertThat(database.rows("select max(id) from context.event_log")
                            .getFirst()
                            .getLong(0))
                    .isEqualTo(11);
        }
    }
}
