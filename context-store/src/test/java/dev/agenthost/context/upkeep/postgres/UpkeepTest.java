package dev.agenthost.context.upkeep.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.search.lucene.LuceneAnalysis;
import dev.agenthost.context.search.postgres.MissingTerms;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.core.Vertx;
import org.junit.jupiter.api.Test;

class UpkeepTest {
    @Test
    void itGivesTermsToAllEntriesThatHaveNone() {
        Vertx vertx = Vertx.vertx();
        try (Database database = new Database()) {
            Database.await(database.pool().query("""
                            insert into context.transcript (conversation, seq, transcript_id, event_id, role, content,
                                artifact_refs, at, metadata)
                            select 1, s, gen_random_uuid(), 'e', 'user', 'said ' || s, '[]', now(), '{}'
                            from generate_series(1, 450) s
                            """).execute());

            new Upkeep(database.pool(), vertx, new MissingTerms(database.pool(), new LuceneAnalysis()))
                    .start(new StartupEvent());

            await().until(() -> database.count("from context.transcript where terms is null") == 0);
            assertThat(database.count("from context.transcript where terms @@ '450'"))
                    .isEqualTo(1);
        } finally {
            vertx.close().await().indefinitely();
        }
    }
}
