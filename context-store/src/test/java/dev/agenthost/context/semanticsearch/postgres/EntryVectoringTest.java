package dev.agenthost.context.semanticsearch.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.datalifecycle.postgres.PostgresErasureRepository;
import dev.agenthost.context.datalifecycle.postgres.PostgresRebuildRepository;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.eventlog.ConversationScope;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.fixture.TopicEmbedder;
import dev.agenthost.context.semanticsearch.transcript.EntryClaim;
import dev.agenthost.context.semanticsearch.transcript.EntryEmbeddingJob;
import dev.agenthost.context.semanticsearch.transcript.EntryRange;
import dev.agenthost.context.semanticsearch.transcript.SearchSettings;
import dev.agenthost.context.semanticsearch.transcript.WaitingEntry;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.platform.rest.WriteOutcome;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.event.EventEnvelope;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that entries get vectors, which are deleted with the entries: real PostgreSQL, through the intake. */
class EntryVectoringTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static Database database;
    private static Intake intake;

    private final String workspace = "w-" + UUID.randomUUID();
    private final ConversationRef here = new ConversationRef(workspace, "bot", "c", "");
    private final TopicEmbedder embedder = new TopicEmbedder();
    private PostgresSearchSettingsRepository settings;
    private PostgresEntryEmbeddingTaskRepository work;
    private EntryEmbeddingJob vectoring;

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
    void nothingIsOn() {
        database.rows("truncate context.search_settings, context.entry_vectors, context.vectored_conversations");
        database.rows("delete from context.knowledge_embedding");
        settings = new PostgresSearchSettingsRepository(database.pool());
        work = new PostgresEntryEmbeddingTaskRepository(database.pool(), LONG);
        vectoring = new EntryEmbeddingJob(work, embedder, LONG);
    }

    @Test
    void nothingIsEmbeddedWhileTheSearchIsOff() {
        intake.events(said(here, "a cat"));

        steps();

        assertThat(embedder.embedded).isEmpty();
        assertThat(database.count("from context.vectored_conversations")).isZero();
    }

    @Test
    void newMessagesAreEmbeddedBeforeOlderOnes() {
        intake.events(many("old", 40));
        turn(true);
        assertThat(await(settings.waiting(workspace, "pointed"))).isEqualTo(40);
        await(vectoring.step());
        assertThat(embedder.embedded).hasSize(EntryRange.MOST).first().isEqualTo("old 39");
        intake.events(said(here, "new"));

        await(new EntryEmbeddingJob(work, embedder, LONG).step());
        assertThat(embedder.embedded).last().isEqualTo("new");
        steps();

        assertThat(vectors()).isEqualTo(41);
        assertThat(embedder.embedded).hasSize(41).doesNotHaveDuplicates();
        assertThat(await(settings.waiting(workspace, "pointed"))).isZero();
    }

    @Test
    void claimsOfAKilledReplicaAreCompletedByAnother() {
        intake.events(many("m", 3));
        turn(true);
        EntryClaim killed = claim();
        assertThat(await(work.claim(workspace, "pointed"))).isEmpty();
        assertThat(await(work.waiting("pointed"))).isEmpty();
        steps();
        assertThat(vectors()).isZero();

        database.rows("update context.vectored_conversations set due_at = now() - interval '1 second'");
        steps();

        assertThat(vectors()).isEqualTo(3);
        // The slow replica writes nothing any more.
        assertThat(await(work.store(killed, "pointed", List.of(), new EntryRange.Bounds(99, 0))))
                .isFalse();
        assertThat(database.count("from context.vectored_conversations where top = 99"))
                .isZero();
    }

    @Test
    void twoReplicasShareTheWorkWithoutRepetition() {
        for (int i = 0; i < 6; i++) {
            ConversationRef other = new ConversationRef(workspace, "bot", "c" + i, "");
            intake.events(IntStream.range(0, 30)
                    .mapToObj(n -> said(other, other.conversationId() + " says " + n))
                    .toArray());
        }
        turn(true);
        EntryEmbeddingJob second =
                new EntryEmbeddingJob(new PostgresEntryEmbeddingTaskRepository(database.pool(), LONG), embedder, LONG);

        boolean more = true;
        boolean others = true;
        while (more || others) {
            var together =
                    Uni.combine().all().unis(vectoring.step(), second.step()).asTuple();
            var both = await(together);
            more = both.getItem1();
            others = both.getItem2();
        }

        assertThat(vectors()).isEqualTo(180);
        assertThat(embedder.embedded).hasSize(180).doesNotHaveDuplicates();
    }

    @Test
    void turningOffDeletesInStepsAndTurningOnEmbedsAgain() {
        intake.events(many("m", 5));
        turn(true);
        EntryClaim late = claim();
        database.rows("update context.vectored_conversations set due_at = now() - interval '1 second'");
        steps();
        assertThat(vectors()).isEqualTo(5);
        turn(false);

        steps();

        assertThat(vectors()).isZero();
        assertThat(database.count("from context.vectored_conversations")).isZero();
        assertThat(await(work.store(late, "pointed", List.of(), new EntryRange.Bounds(5, 0))))
                .isFalse();
        assertThat(await(work.claim(workspace, "pointed"))).isEmpty();

        turn(true);
        steps();
        assertThat(vectors()).isEqualTo(5);
    }

    @Test
    void turningOnDuringTheDeletionEmbedsEverything() {
        intake.events(many("m", 2_010));
        turn(true);
        steps();
        turn(false);
        await(work.free());
        assertThat(vectors()).isEqualTo(10);

        turn(true);
        steps();

        assertThat(vectors()).isEqualTo(2_010);
    }

    @Test
    void aModelThatRefusesEveryTextCountsAsFailing() {
        intake.events(said(here, TopicEmbedder.REFUSED), said(here, TopicEmbedder.REFUSED));
        turn(true);

        steps();

        assertThat(await(settings.waiting(workspace, "pointed"))).isEqualTo(2);
    }

    @Test
    void anotherModelReplacesAllVectorsAndThePreviousReplicaStops() {
        intake.events(many("m", 20));
        turn(true);
        steps();
        TopicEmbedder better = new TopicEmbedder("better", 5);
        database.rows("insert into context.knowledge_embedding (model) values ('better')");

        intake.events(said(here, "new"));
        steps();
        assertThat(embedder.embedded).hasSize(20);
        run(new EntryEmbeddingJob(work, better, LONG));

        assertThat(better.embedded).hasSize(21);
        assertThat(database.count("from context.entry_vectors where model = 'better' and octet_length(vector) = 20"))
                .isEqualTo(21);
    }

    @Test
    void entriesWaitForAFailingModelAndARefusedOneDelaysNoOther() {
        intake.events(said(here, "one"), said(here, TopicEmbedder.REFUSED), said(here, "three"));
        turn(true);
        embedder.failing = true;
        assertThat(await(vectoring.step())).isFalse();
        assertThat(database.count("from context.vectored_conversations where claim_id is null and due_at > now()"))
                .isEqualTo(1);

        embedder.failing = false;
        database.rows("update context.vectored_conversations set due_at = now()");
        steps();

        assertThat(database.rows("select seq from context.entry_vectors order by 1"))
                .extracting(row -> row.getLong(0))
                .containsExactly(1L, 3L);
        assertThat(await(settings.waiting(workspace, "pointed"))).isZero();
    }

    @Test
    void theBeginningOfALongEntryIsEmbeddedAndEmptyOnesAreNot() {
        intake.events(said(here, "é".repeat(9_000)), said(here, " \n "), said(here, "x"));
        turn(true);

        steps();

        assertThat(embedder.embedded).containsExactly("x", "é".repeat(WaitingEntry.READ_LIMIT));
    }

    @Test
    void vectorsAreErasedWithTheirEntries() {
        EventEnvelope mine = said(here, "u1", "mine", Records.NOW);
        EventEnvelope theirs = said(here, "u2", "theirs", Records.NOW);
        intake.events(mine, theirs);
        turn(true);
        steps();
        assertThat(vectors()).isEqualTo(2);
        PostgresErasureRepository erasures = new PostgresErasureRepository(database.pool());

        erase(erasures, new ErasureTarget.Actor("u1", null));
        assertThat(vectors()).isEqualTo(1);
        erase(erasures, new ErasureTarget.Conversation("bot", "c", null));

        assertThat(vectors()).isZero();
    }

    @Test
    void entriesErasedOrChangedDuringTheirEmbeddingGetNoVector() {
        intake.events(said(here, "gone"), said(here, "stays"), said(here, "changes"));
        turn(true);
        embedder.meanwhile = () -> {
            database.rows("delete from context.transcript t using context.conversations c"
                    + " where c.id = t.conversation and c.workspace_id = '" + workspace + "' and t.seq = 1");
            database.rows("update context.transcript t set content = 'changed' from context.conversations c"
                    + " where c.id = t.conversation and c.workspace_id = '" + workspace + "' and t.seq = 3");
        };

        await(vectoring.step());

        assertThat(database.rows("select seq from context.entry_vectors"))
                .extracting(row -> row.getLong(0))
                .containsExactly(2L);
    }

    @Test
    void aRebuiltTranscriptIsEmbeddedAgain() {
        intake.events(said(here, "one"), said(here, "two"), said(here, "three"));
        turn(true);
        steps();
        String mine = "conversation in (select id from context.conversations where workspace_id = '" + workspace + "')";
        List<String> before = transcript(mine);
        database.rows("update context.transcript set content = 'forged' where seq = 2 and " + mine);
        database.rows("delete from context.transcript where seq = 1 and " + mine);
        assertThat(vectors()).isEqualTo(2);

        PostgresRebuildRepository rebuilds = new PostgresRebuildRepository(database.pool(), new LuceneAnalysis());
        await(rebuilds.request(
                UUID.randomUUID(), new ConversationScope(workspace, "bot", "c", null), audit("transcript.rebuild")));
        for (int i = 0; await(rebuilds.step()); i++) {
            assertThat(i).isLessThan(100);
        }
        steps();

        assertThat(transcript(mine)).isEqualTo(before);
        assertThat(vectors()).isEqualTo(3);
        assertThat(embedder.embedded).containsExactlyInAnyOrder("one", "two", "three", "one", "two");
    }

    @Test
    void aSettingIsWrittenWithItsAuditEntryAtTheExpectedVersion() {
        assertThat(await(settings.find(workspace))).isEqualTo(SearchSettings.NONE);
        assertThat(put(true, new ExpectedVersion.Exactly(0)))
                .isEqualTo(new WriteOutcome.Done<>(new SearchSettings(true, 1), true));
        assertThat(put(false, new ExpectedVersion.Exactly(0))).isEqualTo(new WriteOutcome.Stale<>(1));
        assertThat(put(true, new ExpectedVersion.Exactly(1)))
                .isEqualTo(new WriteOutcome.Done<>(new SearchSettings(true, 1), false));
        assertThat(put(false, new ExpectedVersion.Any()))
                .isEqualTo(new WriteOutcome.Done<>(new SearchSettings(false, 2), false));
        assertThat(await(settings.put(
                        "other-" + workspace, true, new ExpectedVersion.Exactly(7), audit("search.update"))))
                .isEqualTo(new WriteOutcome.Stale<>(0));

        assertThat(await(settings.find(workspace))).isEqualTo(new SearchSettings(false, 2));
        assertThat(await(settings.find("other-" + workspace))).isEqualTo(SearchSettings.NONE);
        assertThat(database.count(
                        "from context.event_log where type = 'search.update' and workspace_id = '" + workspace + "'"))
                .isEqualTo(2);
    }

    private Object[] many(String what, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> said(here, what + " " + i))
                .toArray();
    }

    private void turn(boolean on) {
        assertThat(put(on, new ExpectedVersion.Any())).isInstanceOf(WriteOutcome.Done.class);
    }

    private WriteOutcome<SearchSettings> put(boolean on, ExpectedVersion expected) {
        return await(settings.put(workspace, on, expected, audit("search.update")));
    }

    private EntryClaim claim() {
        return await(work.claim(workspace, "pointed")).orElseThrow();
    }

    private void steps() {
        run(vectoring);
    }

    private static void run(EntryEmbeddingJob vectoring) {
        for (int i = 0; await(vectoring.step()); i++) {
            assertThat(i).isLessThan(1_000);
        }
    }

    private void erase(PostgresErasureRepository erasures, ErasureTarget target) {
        await(erasures.request(workspace, UUID.randomUUID(), target, audit("erasure")));
        for (int i = 0; await(erasures.step()); i++) {
            assertThat(i).isLessThan(100);
        }
    }

    private static List<String> transcript(String where) {
        return database.rows("select t::text from context.transcript t where " + where + " order by t.seq").stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private AuditEntry audit(String action) {
        return Records.audit(said(here, action));
    }

    private static long vectors() {
        return database.count("from context.entry_vectors");
    }
}
