package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.message;
import static dev.agenthost.context.fixture.Records.results;
import static dev.agenthost.context.fixture.Records.said;
import static dev.agenthost.context.fixture.Records.started;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.fixture.TopicEmbedder;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingJob;
import dev.agenthost.context.semanticsearch.transcript.HybridTranscriptSearch;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.SearchHit;
import dev.agenthost.context.transcript.SearchQuery;
import dev.agenthost.context.transcript.SearchRequest;
import dev.agenthost.context.transcript.TranscriptSearch;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.context.transcript.postgres.PostgresTranscriptSearch;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.history.HistoryFilters;
import dev.agenthost.protocol.topic.RecordPosition;
import dev.agenthost.protocol.topic.Topics;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests searches by words and by meaning, on real PostgreSQL, of messages from the intake. */
class SearchesByMeaningTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Analysis ANALYSIS = new LuceneAnalysis();
    private static final List<String> ALL = List.of();
    private static Database database;
    private static Intake intake;

    private final String workspace = "w-" + UUID.randomUUID();
    private final ConversationRef here = new ConversationRef(workspace, "bot", "c", "");
    private final TopicEmbedder embedder = new TopicEmbedder();
    private final PostgresSearchSettingsRepository settings = new PostgresSearchSettingsRepository(database.pool());
    private final TranscriptSearch searches = searches(embedder, LONG);

    @BeforeAll
    static void open() {
        database = new Database();
        intake = new Intake(database);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void findsByMeaningWhateverTheWordsAndOnlyIfTurnedOn() {
        intake.events(
                said(here, "my kitten sleeps all day"), said(here, "the lorry is loud"), said(here, "good evening"));
        assertThat(find("purring felines")).isEmpty();
        assertThat(embedder.embedded).isEmpty();

        turn(true);
        vectors();

        assertThat(find("purring felines").getFirst()).isEqualTo(1L);
        assertThat(find("vehicle").getFirst()).isEqualTo(2L);
        assertThat(find("?!")).isEmpty();
        turn(false);
        assertThat(find("purring felines")).isEmpty();
    }

    @Test
    void entriesHighInBothOrdersAreFirst() {
        intake.events(
                said(here, "engine"), said(here, "a cat"), said(here, "my vehicle has an engine"), said(here, "car"));
        turn(true);
        vectors();

        List<SearchHit> found = search(here, "vehicle", HistoryFilters.NONE, 10, null);

        assertThat(numbers(found)).first().isEqualTo(3L);
        assertThat(numbers(found)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(found.getFirst().score()).isGreaterThan(found.get(1).score()).isLessThanOrEqualTo(1);
        assertThat(numbers(search(here, "vehicle", HistoryFilters.NONE, 2, null)))
                .hasSize(2)
                .first()
                .isEqualTo(3L);
    }

    @Test
    void withoutTheQuerysVectorWordsAreUsed() {
        intake.events(said(here, "a kitten"), said(here, "feline felines"));
        turn(true);
        vectors();
        embedder.failing = true;
        assertThat(find("feline")).containsExactly(2L);
        TopicEmbedder silent = new TopicEmbedder();
        silent.silent = true;

        assertThat(numbers(await(searches(silent, Duration.ofMillis(1))
                        .find(request(here, "feline", HistoryFilters.NONE, 10, null)))))
                .containsExactly(2L);
    }

    @Test
    void entriesWithoutAVectorAreFoundByWordsAndVectorsOfAnotherModelAreIgnored() {
        intake.events(said(here, "a kitten"));
        turn(true);
        vectors();
        intake.events(said(here, "the cat and the dog"));
        assertThat(find("dog cat")).containsExactlyInAnyOrder(1L, 2L);

        assertThat(numbers(await(searches(new TopicEmbedder("another", 3), LONG)
                        .find(request(here, "felines", HistoryFilters.NONE, 10, null)))))
                .isEmpty();
        assertThat(numbers(await(searches(new TopicEmbedder("pointed", 5), LONG)
                        .find(request(here, "felines", HistoryFilters.NONE, 10, null)))))
                .isEmpty();
    }

    @Test
    void nothingOfAnotherConversationIsFound() {
        intake.events(
                said(new ConversationRef(workspace, "bot", "c", "thread"), "a cat"),
                said(new ConversationRef(workspace, "bot2", "c", ""), "a cat"),
                said(new ConversationRef(workspace, "bot", "c2", ""), "a cat"),
                said(new ConversationRef("x" + workspace, "bot", "c", ""), "a cat"));
        turn(true);
        vectors();

        assertThat(find("feline")).isEmpty();
        assertThat(numbers(search(
                        new ConversationRef(workspace, "bot", "c", "thread"), "feline", HistoryFilters.NONE, 10, null)))
                .containsExactly(1L);
    }

    @Test
    void filtersAndPhrasesApplyToMeaningToo() {
        EventEnvelope embedded = said(here, "a cat");
        intake.events(embedded, said(here, "a cat, a very old cat"));
        intake.results(results(
                embedded, 1, 1, started(embedded, new RecordPosition(Topics.EVENTS, 0, 0)), message("a kitten")));
        database.rows("update context.transcript t set at = to_timestamp(t.seq * 10) from context.conversations c"
                + " where c.id = t.conversation and c.workspace_id = '" + workspace + "'");
        turn(true);
        vectors();

        assertThat(find(new HistoryFilters(List.of("user"), ALL, ALL, null, null)))
                .containsExactlyInAnyOrder(1L, 2L);
        assertThat(find(new HistoryFilters(ALL, ALL, List.of("message.completed"), null, null)))
                .containsExactly(3L);
        assertThat(find(new HistoryFilters(ALL, ALL, List.of("message.received"), null, null)))
                .containsExactlyInAnyOrder(1L, 2L);
        assertThat(find(new HistoryFilters(ALL, List.of("note"), ALL, null, null)))
                .isEmpty();
        assertThat(find(new HistoryFilters(ALL, ALL, ALL, 11L, 20L))).containsExactly(2L);
        assertThat(find("\"very old\" feline")).containsExactly(2L);

        UUID run = UUID.randomUUID();
        await(database.pool()
                .preparedQuery(
                        "insert into context.fences (workspace_id, run_id, attempt, event_id) values ($1, $2, 1, $3)")
                .execute(Tuple.of(workspace, run, embedded.eventId().value().toString())));
        assertThat(numbers(search(here, "feline", HistoryFilters.NONE, 10, run)))
                .containsExactlyInAnyOrder(2L, 3L);
    }

    @Test
    void theNewestAreComparedInPortions() {
        intake.events(IntStream.range(0, 2_300)
                .mapToObj(i -> said(here, i == 3 ? "a kitten" : "nothing " + i))
                .toArray());
        turn(true);
        String mine = "(select id from context.conversations where workspace_id = '" + workspace + "')";
        database.rows("""
                insert into context.entry_vectors (conversation, seq, model, vector)
                select conversation, seq, 'pointed', case when seq = 4 then '\\x0000803f0000000000000000'::bytea
                    else '\\x00000000000000000000803f'::bytea end
                from context.transcript where conversation =""" + mine);

        assertThat(find("felines").getFirst()).isEqualTo(4L);

        database.rows("update context.conversations set last_transcript_seq = 10004 where id = " + mine);
        assertThat(find("felines")).doesNotContain(4L);
    }

    private void turn(boolean on) {
        await(settings.put(workspace, on, new ExpectedVersion.Any(), Records.audit(said(here, "x"))));
    }

    private void vectors() {
        EntryEmbeddingJob vectoring = new EntryEmbeddingJob(
                new PostgresEntryEmbeddingTaskRepository(database.pool(), LONG), new TopicEmbedder(), LONG);
        for (int i = 0; await(vectoring.step()); i++) {
            assertThat(i).isLessThan(1_000);
        }
    }

    private HybridTranscriptSearch searches(TopicEmbedder model, Duration patience) {
        return new HybridTranscriptSearch(
                new PostgresTranscriptSearch(database.pool()),
                settings,
                new PostgresEntryVectorIndex(database.pool()),
                model,
                patience);
    }

    private List<Long> find(String query) {
        return numbers(search(here, query, HistoryFilters.NONE, 10, null));
    }

    private List<Long> find(HistoryFilters filters) {
        return numbers(search(here, "feline", filters, 10, null));
    }

    private List<SearchHit> search(ConversationRef where, String query, HistoryFilters filters, int top, UUID asking) {
        return await(searches.find(request(where, query, filters, top, asking)));
    }

    private static SearchRequest request(
            ConversationRef where, String query, HistoryFilters filters, int top, UUID asking) {
        return new SearchRequest(where, query, SearchQuery.parse(ANALYSIS, query), filters, top, asking);
    }

    private static List<Long> numbers(List<SearchHit> found) {
        return found.stream().map(one -> one.entry().seq()).toList();
    }
}
