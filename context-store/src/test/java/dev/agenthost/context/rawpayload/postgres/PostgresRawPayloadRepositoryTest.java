package dev.agenthost.context.rawpayload.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.datalifecycle.postgres.PostgresErasureRepository;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.fixture.Intake;
import dev.agenthost.context.fixture.Records;
import dev.agenthost.context.rawpayload.StoredRawPayload;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RawPayloadWrite;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests raw payloads on a real database: stored once, visible to their readers only, and deleted. */
class PostgresRawPayloadRepositoryTest {
    private static final RetentionLimit RETENTION = new RetentionLimit(7, 90);

    private final ConversationRef here = new ConversationRef("demo", "bot", "c", "");
    private Database database;
    private PostgresRawPayloadRepository payloads;
    private PostgresErasureRepository erasures;
    private Intake intake;

    @BeforeEach
    void open() {
        database = new Database();
        payloads = new PostgresRawPayloadRepository(database.pool(), RETENTION);
        erasures = new PostgresErasureRepository(database.pool());
        intake = new Intake(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void theFirstPayloadOfAnEventIsKept() {
        EventEnvelope event = said(here, "hello");

        assertThat(store(event, "{\"attempt\":1}")).isTrue();
        assertThat(store(event, "{\"attempt\":2}")).isTrue();

        assertThat(database.count("from context.raw_payloads")).isEqualTo(1);
        StoredRawPayload found =
                await(payloads.find("demo", event.eventId().toString())).orElseThrow();
        assertThat(text(found)).isEqualTo("{\"attempt\":1}");
        assertThat(found.metadata().artifactType()).isEqualTo("raw_payload");
        assertThat(found.metadata().source()).isEqualTo("platform");
        assertThat(Duration.between(found.createdAt(), found.expiresAt())).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void ofConcurrentPayloadsOneIsStored() {
        EventEnvelope event = said(here, "hello");

        List<CompletableFuture<Boolean>> keeping = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> store(event, "{\"i\":" + i + "}"), Thread::startVirtualThread))
                .toList();
        List<Boolean> kept = keeping.stream().map(CompletableFuture::join).toList();

        assertThat(kept).containsOnly(true);
        assertThat(database.count("from context.raw_payloads")).isEqualTo(1);
    }

    @Test
    void aRunReadsPayloadsOfItsConversationAndThreadOnly() {
        ConversationRef thread = new ConversationRef("demo", "bot", "c", "t");
        EventEnvelope event = said(thread, "hello");
        store(event, "{}");

        assertThat(isVisible("demo", "bot", "c", "t", event)).isTrue();
        assertThat(isVisible("demo", "bot", "c", null, event)).isFalse();
        assertThat(isVisible("demo", "bot", "c", "other", event)).isFalse();
        assertThat(isVisible("demo", "bot", "elsewhere", "t", event)).isFalse();
        assertThat(isVisible("demo", "other", "c", "t", event)).isFalse();
        assertThat(isVisible("other", "bot", "c", "t", event)).isFalse();
        assertThat(await(payloads.find("other", event.eventId().toString()))).isEmpty();
        assertThat(await(payloads.find("demo", "none"))).isEmpty();
    }

    @Test
    void outsideAnyConversationARunReadsThePayloadOfItsOwnEvent() {
        EventEnvelope event = outside("u1");
        store(event, "{}");

        assertThat(sees(new ArtifactOwner("demo", Records.run(event), "bot", null, null), event))
                .isTrue();
        assertThat(sees(new ArtifactOwner("demo", new RunId(UUID.randomUUID()), "bot", null, null), event))
                .isFalse();
        assertThat(sees(new ArtifactOwner("demo", Records.run(event), "bot", "c", null), event))
                .isFalse();
    }

    @Test
    void retentionOfEachWorkspaceAppliesWithinTheOperatorsMaximum() {
        List<EventEnvelope> demo = aged("demo", 6, 8);
        List<EventEnvelope> brief = aged("brief", 1, 3);
        List<EventEnvelope> patient = aged("patient", 80, 95);
        run(
                "insert into context.retention (workspace_id, raw_days, version) values ('brief', 2, 1), ('patient', 100, 1)");

        // Expired payloads are not found, even before their deletion.
        assertThat(found(demo)).containsExactly(true, false);
        assertThat(found(brief)).containsExactly(true, false);
        assertThat(found(patient)).containsExactly(true, false);

        assertThat(await(payloads.expire())).isFalse();

        assertThat(database.count("from context.raw_payloads")).isEqualTo(3);
        assertThat(found(demo)).containsExactly(true, false);
        assertThat(found(brief)).containsExactly(true, false);
        assertThat(found(patient)).containsExactly(true, false);
    }

    @Test
    void manyAreDeletedInSteps() {
        run(
                "insert into context.raw_payloads (workspace_id, event_id, bot_id, sha256, payload, created_at)"
                        + " select 'w' || i % 3, i::text, 'bot', '', '{}', now() - interval '8 days' from generate_series(1, 1200) i");

        int steps = 1;
        while (await(payloads.expire())) {
            steps++;
        }

        assertThat(steps).isEqualTo(3);
        assertThat(database.count("from context.raw_payloads")).isZero();
    }

    @Test
    void isErasedWithItsConversationAndCounted() {
        EventEnvelope event = said(here, "hello");
        EventEnvelope other = said(new ConversationRef("demo", "bot", "other", ""), "hello");
        store(event, "{\"five\":5}");
        store(said(new ConversationRef("demo", "bot", "c", "t"), "in a thread"), "{}");
        store(other, "{}");
        store(said(new ConversationRef("elsewhere", "bot", "c", ""), "hello"), "{}");

        Erasure receipt = erase(new ErasureTarget.Conversation("bot", "c", null));

        assertThat(receipt.isDone()).isTrue();
        assertThat(receipt.erased().artifacts()).isEqualTo(2);
        assertThat(receipt.erased().artifactBytes()).isEqualTo(12);
        assertThat(database.rows("select workspace_id || ' ' || conversation_id from context.raw_payloads order by 1"))
                .extracting(row -> row.getString(0))
                .containsExactly("demo other", "elsewhere c");
    }

    /** Needs several steps, and deletes payloads that have no event, because their events were never published. */
    @Test
    void isErasedWithItsActorAlsoInASharedConversationAndWithoutItsEvent() {
        EventEnvelope ownOne = said(here, "u1", "his", Records.NOW);
        EventEnvelope otherOne = said(here, "u2", "hers", Records.NOW);
        store(ownOne, "{}");
        store(otherOne, "{}");
        store(outside("u1"), "{}");
        intake.events(ownOne, otherOne);
        run("insert into context.raw_payloads (workspace_id, event_id, bot_id, actor_id, sha256, payload)"
                + " select 'demo', i::text, 'bot', 'u1', '', '{}' from generate_series(1, 2500) i");

        Erasure receipt = erase(new ErasureTarget.Actor("u1", null));

        assertThat(receipt.isDone()).isTrue();
        assertThat(receipt.erased().artifacts()).isEqualTo(2502);
        assertThat(database.rows("select actor_id from context.raw_payloads"))
                .extracting(row -> row.getString(0))
                .containsExactly("u2");
    }

    @Test
    void aPayloadSelectedTwiceIsDeletedAndCountedOnce() {
        run(
                "insert into context.raw_payloads (workspace_id, event_id, bot_id, actor_id, sha256, payload)"
                        + " select 'demo', i::text, 'bot', case when i <= 600 then 'u1' end, '', '{}' from generate_series(1, 900) i");
        run("insert into context.erased_events (workspace_id, event_id, answers)"
                + " select 'demo', i::text, true from generate_series(1, 900) i");

        Erasure receipt = erase(new ErasureTarget.Actor("u1", null));

        assertThat(receipt.erased().artifacts()).isEqualTo(900);
        assertThat(database.count("from context.raw_payloads")).isZero();
    }

    @Test
    void payloadsWithoutAnActorAreErasedWithTheConversation() {
        EventEnvelope ownOne = said(here, "u1", "his", Records.NOW);
        EventEnvelope nobodys = withoutActor(said(here, "a reminder"));
        store(ownOne, "{}");
        store(nobodys, "{}");
        intake.events(ownOne, nobodys);

        erase(new ErasureTarget.Actor("u1", "bot"));

        assertThat(database.count("from context.raw_payloads")).isZero();
    }

    @Test
    void erasedPayloadsDoNotReturnAndLaterOnesAreStored() {
        EventEnvelope before = said(here, "u1", "before", Instant.now().minusSeconds(5));
        EventEnvelope ownOne = said(new ConversationRef("demo", "bot", "shared", ""), "u1", "his", before.receivedAt());
        EventEnvelope logged = said(here, "u1", "logged", before.receivedAt());
        intake.events(logged);
        erase(new ErasureTarget.Conversation("bot", "c", null));
        erase(new ErasureTarget.Actor("u1", "bot"));

        assertThat(store(before, "{}")).isFalse();
        assertThat(store(ownOne, "{}")).isFalse();
        assertThat(store(logged, "{}")).isFalse();

        assertThat(store(said(here, "u2", "another's", Instant.now().plusSeconds(60)), "{}"))
                .isTrue();
        assertThat(database.count("from context.raw_payloads")).isEqualTo(1);
    }

    @Test
    void aLoggedEventGetsNoSecondPayload() {
        EventEnvelope event = said(here, "hello");
        store(event, "{}");
        intake.events(event);
        assertThat(store(event, "{}")).isTrue();
        run("delete from context.raw_payloads");

        assertThat(store(event, "{}")).isFalse();

        assertThat(database.count("from context.raw_payloads")).isZero();
    }

    private List<EventEnvelope> aged(String workspace, int... days) {
        return IntStream.of(days)
                .mapToObj(age -> {
                    EventEnvelope event = said(new ConversationRef(workspace, "bot", "c", ""), "hello");
                    store(event, "{}");
                    run("update context.raw_payloads set created_at = now() - interval '" + age
                            + " days' where event_id = '" + event.eventId() + "'");
                    return event;
                })
                .toList();
    }

    private List<Boolean> found(List<EventEnvelope> events) {
        return events.stream()
                .map(event -> await(payloads.find(
                                event.workspaceId(), event.eventId().toString()))
                        .isPresent())
                .toList();
    }

    private boolean store(EventEnvelope event, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return await(payloads.store(RawPayloadWrite.of(event, bytes), new ArtifactContent(bytes)));
    }

    private boolean isVisible(
            String workspace, String bot, String conversation, @Nullable String thread, EventEnvelope event) {
        return sees(new ArtifactOwner(workspace, new RunId(UUID.randomUUID()), bot, conversation, thread), event);
    }

    private boolean sees(ArtifactOwner reader, EventEnvelope event) {
        Optional<StoredRawPayload> found =
                await(payloads.visibleTo(reader, event.eventId().toString()));
        return found.isPresent();
    }

    private static EventEnvelope outside(String actor) {
        return of(said(new ConversationRef("demo", "bot", "c", ""), actor, "outside", Records.NOW), null, true);
    }

    private static EventEnvelope withoutActor(EventEnvelope event) {
        return of(event, event.conversationId(), false);
    }

    private static EventEnvelope of(EventEnvelope event, @Nullable String conversation, boolean withActor) {
        return new EventEnvelope(
                event.eventId(),
                event.eventType(),
                event.eventTime(),
                event.source(),
                null,
                event.workspaceId(),
                event.botId(),
                conversation,
                null,
                null,
                null,
                withActor ? event.actor() : null,
                null,
                event.input(),
                event.delivery(),
                null,
                event.data(),
                event.adapter(),
                "f",
                event.receivedAt());
    }

    private Erasure erase(ErasureTarget target) {
        UUID id = UUID.randomUUID();
        AuditEntry audit = new AuditEntry(
                id.toString(),
                Records.NOW,
                "context-store",
                "demo",
                null,
                null,
                "key",
                "erasure.create",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
        await(erasures.request("demo", id, target, audit));
        while (await(erasures.step())) {
            // Runs until the erasure is done.
        }
        return await(erasures.find("demo", id)).orElseThrow();
    }

    private static String text(StoredRawPayload found) {
        return new String(found.content().bytes(), StandardCharsets.UTF_8);
    }

    private void run(String sql) {
        await(database.pool().query(sql).execute());
    }
}
