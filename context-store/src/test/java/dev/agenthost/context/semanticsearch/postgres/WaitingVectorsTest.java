package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.TopicEmbedder;
import dev.agenthost.context.semanticsearch.transcript.EntryClaim;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingJob;
import dev.agenthost.context.semanticsearch.transcript.EntryRange;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the search for conversations that wait for vectors, and its cost if none waits. */
class WaitingVectorsTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String MODEL = "pointed";
    private static Database database;
    private static Intake intake;

    private final String workspace = "w-" + UUID.randomUUID();
    private final TopicEmbedder embedder = new TopicEmbedder();
    private PostgresEntryEmbeddingTaskRepository work;

    @BeforeAll
    static void open() {
        database = new Database();
        intake = new Intake(database);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void itIsOn() {
        database.rows("truncate context.search_settings, context.entry_vectors, context.vectored_conversations");
        database.rows("delete from context.knowledge_embedding");
        database.rows("insert into context.search_settings values ('" + workspace + "', true, 1)");
        work = new PostgresEntryEmbeddingTaskRepository(database.pool(), LONG);
    }

    @Test
    void aClaimReadsWaitingConversationsOnly() {
        database.rows("insert into context.conversations"
                + " (workspace_id, bot_id, conversation_id, last_transcript_seq, vectors_due)"
                + " select '" + workspace + "', 'bot', 'done' || n, 10, null from generate_series(1, 5000) n");
        database.rows("insert into context.vectored_conversations (conversation, workspace_id, model, top, bottom)"
                + " select id, workspace_id, '" + MODEL + "', 10, 0 from context.conversations where workspace_id = '"
                + workspace + "'");
        database.rows("analyze context.conversations, context.vectored_conversations");
        assertThat(await(work.waiting(MODEL))).isEmpty();
        assertThat(await(work.claim(workspace, MODEL))).isEmpty();

        assertThat(read(PostgresEntryEmbeddingTaskRepository.WAITING.replace("$1", "'" + MODEL + "'"), Tuple.tuple()))
                .isZero();
        assertThat(readByClaim()).isZero();

        assertThat(read(
                        "set local plan_cache_mode = force_generic_plan",
                        PostgresEntryEmbeddingTaskRepository.WAITING,
                        Tuple.of(MODEL)))
                .isZero();
        assertThat(database.rows("explain (generic_plan) " + PostgresEntryEmbeddingTaskRepository.WAITING))
                .extracting(row -> row.getString(0))
                .noneMatch(line -> line.contains("Seq Scan on conversations")
                        || line.contains("Seq Scan on vectored_conversations")
                        || line.contains("Bitmap Heap Scan on"));

        intake.events(said(new ConversationRef(workspace, "bot", "done77", ""), "new"));
        assertThat(await(work.waiting(MODEL))).containsExactly(workspace);
        assertThat(read(PostgresEntryEmbeddingTaskRepository.WAITING.replace("$1", "'" + MODEL + "'"), Tuple.tuple()))
                .isBetween(1L, 8L);
        assertThat(readByClaim()).isBetween(1L, 16L);
        assertThat(await(new PostgresSearchSettingsRepository(database.pool()).waiting(workspace, MODEL)))
                .isOne();
    }

    @Test
    void concurrentClaimsGetDifferentConversations() {
        for (int i = 0; i < 12; i++) {
            message("c" + i, "one");
        }
        List<Uni<Optional<EntryClaim>>> claims = IntStream.range(0, 16)
                .mapToObj(i -> work.claim(workspace, MODEL))
                .toList();

        List<Optional<EntryClaim>> claimed =
                await(Uni.join().all(claims).usingConcurrencyOf(8).andFailFast());

        assertThat(claimed.stream().flatMap(Optional::stream).map(EntryClaim::conversation))
                .hasSize(12)
                .doesNotHaveDuplicates();
        assertThat(await(work.waiting(MODEL))).isEmpty();
    }

    @Test
    void newMessagesAreFirstThenTheLongestWaitingThenUnreadConversations() {
        message("a", "one");
        message("b", "one");
        done(claim());
        done(claim());
        message("never", "one");
        message("later", "one");
        message("b", "two");
        message("a", "two");

        assertThat(List.of(name(claim()), name(claim()), name(claim()), name(claim())))
                .containsExactly("b", "a", "later", "never");
    }

    @Test
    void olderEntriesAreScheduledInTurns() {
        message("a", "one", "two", "three");
        message("b", "one", "two", "three");
        EntryClaim b = claim();
        done(b, new EntryRange.Bounds(3, 2));
        EntryClaim a = claim();
        done(a, new EntryRange.Bounds(3, 2));

        EntryClaim first = claim();
        done(first, new EntryRange.Bounds(3, 1));

        assertThat(List.of(name(first), name(claim()))).containsExactly("b", "a");
        assertThat(name(claim())).isEqualTo("b");
        assertThat(await(work.claim(workspace, MODEL))).isEmpty();
    }

    @Test
    void messagesDuringAStepAreNotMissed() {
        message("a", "one");
        EntryClaim claim = claim();
        message("a", "two");

        done(claim);

        assertThat(await(work.waiting(MODEL))).containsExactly(workspace);
        EntryClaim again = claim();
        assertThat(again.last()).isEqualTo(2);
        assertThat(EntryRange.of(again)).isEqualTo(new EntryRange(1, 2, true));
        done(again);
        assertThat(await(work.waiting(MODEL))).isEmpty();
        assertThat(marked()).isZero();
    }

    @Test
    void marksOfAnOlderReplicaAreCleared() {
        message("a", "one");
        database.rows("insert into context.vectored_conversations (conversation, workspace_id, model, top, bottom)"
                + " select id, workspace_id, '" + MODEL + "', 1, 0 from context.conversations where workspace_id = '"
                + workspace + "'");
        assertThat(marked()).isOne();

        run();

        assertThat(embedder.embedded).isEmpty();
        assertThat(marked()).isZero();
        assertThat(await(work.waiting(MODEL))).isEmpty();
    }

    @Test
    void conversationsWithDeletedProgressAreReadAgain() {
        message("a", "one");
        run();
        assertThat(marked()).isZero();

        database.rows("update context.search_settings set by_meaning = false");
        while (await(work.free())) {
            assertThat(database.count("from context.conversations")).isPositive();
        }
        database.rows("update context.search_settings set by_meaning = true");

        run();
        assertThat(embedder.embedded).containsExactly("one", "one");
    }

    @Test
    void aConversationOfAnotherModelWaitsForThisOne() {
        message("a", "one");
        message("b", "one");
        run();
        for (String other : List.of("a-model", "z-model")) {
            assertThat(await(work.waiting(other))).containsExactly(workspace);
            EntryClaim claim = await(work.claim(workspace, other)).orElseThrow();
            assertThat(name(claim)).isEqualTo("b");
            assertThat(EntryRange.of(claim)).isEqualTo(new EntryRange(0, 1, false));
            assertThat(await(work.store(claim, other, List.of(), new EntryRange.Bounds(1, 0))))
                    .isTrue();
            assertThat(name(await(work.claim(workspace, other)).orElseThrow())).isEqualTo("a");
            database.rows("update context.vectored_conversations set model = '" + MODEL
                    + "', bottom = 0, due_at = '-infinity'");
        }
    }

    @Test
    void nothingWaitsWhileTheSearchIsOff() {
        message("a", "one");
        database.rows("update context.search_settings set by_meaning = false");

        assertThat(await(work.waiting(MODEL))).isEmpty();
        assertThat(await(work.claim(workspace, MODEL))).isEmpty();
    }

    private void message(String conversation, String... texts) {
        ConversationRef in = new ConversationRef(workspace, "bot", conversation, "");
        for (String text : texts) {
            intake.events(said(in, text));
        }
    }

    private EntryClaim claim() {
        return await(work.claim(workspace, MODEL)).orElseThrow();
    }

    private void done(EntryClaim claim) {
        done(claim, new EntryRange.Bounds(claim.last(), 0));
    }

    private void done(EntryClaim claim, EntryRange.Bounds bounds) {
        assertThat(await(work.store(claim, MODEL, List.of(), bounds))).isTrue();
    }

    private static String name(EntryClaim claim) {
        return database.rows("select conversation_id from context.conversations where id = " + claim.conversation())
                .getFirst()
                .getString(0);
    }

    private long marked() {
        return database.count(
                "from context.conversations where vectors_due is not null and workspace_id = '" + workspace + "'");
    }

    private void run() {
        EntryEmbeddingJob vectoring = new EntryEmbeddingJob(work, embedder, LONG);
        for (int i = 0; await(vectoring.step()); i++) {
            assertThat(i).isLessThan(100);
        }
    }

    private long readByClaim() {
        return read(
                "set local plan_cache_mode = auto",
                connection -> PostgresEntryEmbeddingTaskRepository.claim(connection, workspace, MODEL, 60.0));
    }

    /** Returns the number of rows of conversations that a statement reads; rolls its writes back. */
    private static long read(String sql, Tuple values) {
        return read("set local plan_cache_mode = auto", sql, values);
    }

    private static long read(String mode, String sql, Tuple values) {
        // A statement without parameters is planned each time.
        return read(
                mode,
                connection -> values.size() == 0
                        ? connection.query(sql).execute()
                        : connection.preparedQuery(sql).execute(values));
    }

    private static long read(String mode, Function<SqlConnection, Uni<?>> statements) {
        SqlConnection connection = await(database.pool().getConnection());
        try {
            // Earlier statistics are reported here, and not during the measurement.
            await(connection.query("select pg_stat_force_next_flush()").execute());
            await(connection.query("begin").execute());
            await(connection.query(mode).execute());
            long before = read(connection);
            await(statements.apply(connection));
            return read(connection) - before;
        } finally {
            await(connection.query("rollback").execute());
            await(connection.close());
        }
    }

    /** Counts the rows read in this transaction. */
    private static long read(SqlConnection connection) {
        return await(connection
                        .query("select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint"
                                + " from pg_stat_xact_user_tables where schemaname = 'context'"
                                + " and relname in ('conversations', 'vectored_conversations')")
                        .execute())
                .iterator()
                .next()
                .getLong(0);
    }
}
