package dev.agenthost.context.transcript.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.SearchQuery;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.protocol.store.history.HistoryFilters;
import io.smallrye.mutiny.Uni;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SearchTermBackfillTest {
    private final Analysis analysis = new LuceneAnalysis();
    private final Database database = new Database();
    private final SearchTermBackfill missing = new SearchTermBackfill(database.pool(), analysis);

    @BeforeEach
    void entriesOfAnOlderVersion() {
        await(database.pool().query("""
                        with c as (insert into context.conversations
                                       (workspace_id, bot_id, conversation_id, last_transcript_seq)
                                   values ('demo', 'bot', 'c', 450) returning id)
                        insert into context.transcript (conversation, seq, transcript_id, event_id, role, content, artifact_refs,
                            at, metadata)
                        select c.id, s, gen_random_uuid(), 'e', 'user',
                            case when s = 7 then 'a cold beer' when s % 50 = 0 then null else 'said ' || s end,
                            '[]', now(), '{}'
                        from c, generate_series(1, 450) s
                        """).execute());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void oldEntriesAreFoundOnceTheyHaveTerms() {
        assertThat(found("beer")).isEmpty();

        while (await(missing.fill()) > 0) {
            assertThat(without()).isLessThan(450);
        }

        assertThat(without()).isZero();
        assertThat(found("\"cold beers\"")).containsExactly(7L);
        assertThat(found("449")).containsExactly(449L);
    }

    @Test
    void replicasThatFillAtOnceTakeDifferentOnes() {
        List<Integer> filled = await(Uni.join()
                .all(missing.fill(), new SearchTermBackfill(database.pool(), analysis).fill())
                .andFailFast());

        assertThat(450 - without())
                .isEqualTo(filled.stream().mapToInt(Integer::intValue).sum());
    }

    @Test
    void aVeryLargeEntryIsFilledByItself() {
        await(database.pool()
                .query("update context.transcript set content = repeat('many words ', 500000) where seq in (1, 2)")
                .execute());

        assertThat(await(missing.fill())).isEqualTo(1);
        assertThat(await(missing.fill())).isEqualTo(1);
        assertThat(await(missing.fill())).isEqualTo(200);
    }

    private long without() {
        return database.count("from context.transcript where terms is null");
    }

    private List<Long> found(String query) {
        return await(new PostgresTranscriptSearch(database.pool())
                        .find(new SearchRequest(
                                new ConversationRef("demo", "bot", "c", ""),
                                query,
                                SearchQuery.parse(analysis, query),
                                HistoryFilters.NONE,
                                10)))
                .stream()
                .map(found -> found.entry().seq())
                .toList();
    }
}
