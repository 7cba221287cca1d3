package dev.agenthost.context.artifact.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.context.artifact.ArtifactContent;
import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.Artifacts;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.context.artifact.NewArtifact;
import dev.agenthost.context.artifact.NoObjectStore;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.postgres.PostgresStateRepository;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresArtifactRepositoryTest {
    private static final int CHUNK = 256 * 1024;

    private static Database database;
    private static PostgresArtifactRepository store;
    private static PostgresRunStartRepository starts;

    private final UUID run = UUID.randomUUID();
    private final String workspace = "w-" + run;
    private final ArtifactOwner owner = owner(run, "c");

    @BeforeAll
    static void start() {
        database = new Database();
        store = new PostgresArtifactRepository(database.pool(), Duration.ofDays(30));
        starts = new PostgresRunStartRepository(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Test
    void whatIsKeptIsKnownAndRead() {
        open(run, 1);
        ArtifactMetadata kept = kept(put("o1", artifact("a", "hello")));

        assertThat(kept.sizeBytes()).isEqualTo(5);
        assertThat(kept.expiresAt() - kept.createdAt())
                .isEqualTo(Duration.ofDays(30).toSeconds());
        assertThat(await(store.seenBy(owner, "a"))).contains(kept);
        assertThat(await(store.madeBy(owner, "a"))).contains(kept);
        assertThat(await(store.inWorkspace(workspace, "a", null))).contains(kept);
        assertThat(await(store.inWorkspace(workspace, "a", run))).contains(kept);
        assertThat(read(kept, 1, 4)).asString(StandardCharsets.UTF_8).isEqualTo("ell");
    }

    @Test
    void anyPartOfManyChunksIsReadAsItWas() {
        open(run, 1);
        byte[] bytes = new byte[3 * CHUNK + 7];
        new Random(7).nextBytes(bytes);
        ArtifactMetadata kept = kept(put("o1", artifact("a", new ArtifactContent(bytes))));

        assertThat(chunks()).isEqualTo(4);
        for (ByteRange span : List.of(
                new ByteRange(0, bytes.length),
                new ByteRange(0, 1),
                new ByteRange(CHUNK - 1, CHUNK + 1),
                new ByteRange(CHUNK, 2L * CHUNK),
                new ByteRange(2L * CHUNK - 3, 3L * CHUNK + 5),
                new ByteRange(bytes.length - 1L, bytes.length),
                new ByteRange(5, 5))) {
            assertThat(read(kept, span.from(), span.to()))
                    .as(span.toString())
                    .isEqualTo(Arrays.copyOfRange(bytes, (int) span.from(), (int) span.to()));
        }
    }

    @Test
    void anEmptyOneHasNoChunks() {
        open(run, 1);
        ArtifactMetadata kept = kept(put("o1", artifact("a", new ArtifactContent(new byte[0]))));

        assertThat(kept.sizeBytes()).isZero();
        assertThat(chunks()).isZero();
        assertThat(read(kept, 0, 0)).isEmpty();
    }

    @Test
    void theSameOperationAgainDoesNothingAndAnswersTheSame() {
        open(run, 1);
        ArtifactMetadata first = kept(put("o1", artifact("a", "x")));

        assertThat(kept(put("o1", artifact("a", "x")))).isEqualTo(first);
        assertThat(artifacts()).isEqualTo(1);
        assertThat(chunks()).isEqualTo(1);
    }

    @Test
    void anIdThatTheRunGaveIsNotGivenTwiceInAnAttempt() {
        open(run, 1);
        put("o1", artifact("a", "first"));

        assertThat(put("o2", artifact("a", "second"))).isEqualTo(new ArtifactWrite.IdTaken());
        assertThat(put("o2", artifact("a", "second"))).isEqualTo(new ArtifactWrite.IdTaken());
        assertThat(text("a")).isEqualTo("first");
        assertThat(chunks()).as("bytes kept for nothing").isEqualTo(1);
    }

    @Test
    void aLaterAttemptMakesItAnewAndFreesWhatWasThere() {
        open(run, 1);
        put("o1", artifact("a", "first"));
        open(run, 2);
        kept(await(store.put(claim(run, 2, "o1"), artifact("a", "second"))));

        assertThat(text("a")).isEqualTo("second");
        assertThat(artifacts()).isEqualTo(1);
        assertThat(chunks()).isEqualTo(1);
    }

    @Test
    void anOlderAttemptAndAnEndedOrUnknownRunKeepNothing() {
        assertThat(put("o1", artifact("a", "x"))).isEqualTo(new ArtifactWrite.Fenced());
        open(run, 2);
        assertThat(put("o1", artifact("a", "x"))).isEqualTo(new ArtifactWrite.Fenced());
        await(new PostgresStateRepository(database.pool()).end(workspace, run, 2));

        assertThat(await(store.put(claim(run, 2, "o2"), artifact("a", "x")))).isEqualTo(new ArtifactWrite.Fenced());
        assertThat(artifacts()).isZero();
        assertThat(chunks()).isZero();
    }

    @Test
    void theSameBytesAreKeptOnceInAWorkspaceAndNeverAcross() {
        open(run, 1);
        put("o1", artifact("a", "same"));
        put("o2", artifact("b", "same"));
        assertThat(chunks()).isEqualTo(1);
        assertThat(text("b")).isEqualTo("same");

        ArtifactMetadata mine = await(store.seenBy(owner, "a")).orElseThrow();
        assertThat(await(store.bytes("another", mine.sha256(), new ByteRange(0, 4))))
                .isEmpty();
    }

    @Test
    void theSameBytesFromManyAtOnceAreKeptOnce() {
        List<UUID> runs = IntStream.range(0, 8).mapToObj(i -> UUID.randomUUID()).toList();
        runs.forEach(one -> open(one, 1));
        List<ArtifactWrite> answers = await(Uni.join()
                .all(runs.stream()
                        .map(one -> store.put(claim(one, 1, "o"), artifact(owner(one, "c"), "a", "at once")))
                        .toList())
                .andFailFast());

        assertThat(answers).allSatisfy(answer -> assertThat(answer).isInstanceOf(ArtifactWrite.Kept.class));
        assertThat(chunks()).isEqualTo(1);
        assertThat(artifacts()).isEqualTo(8);
    }

    @Test
    void theSameOperationTwiceAtOnceIsDoneOnce() {
        open(run, 1);
        List<ArtifactWrite> answers = await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> store.put(claim(run, 1, "same"), artifact("a", "x")))
                        .toList())
                .andFailFast());

        assertThat(answers.stream().distinct()).hasSize(1);
        assertThat(artifacts()).isEqualTo(1);
    }

    @Test
    void onlyTheSameConversationAndThreadOfTheSameBotAndWorkspaceSeesIt() {
        open(run, 1);
        put("o1", artifact("a", "x"));
        UUID other = UUID.randomUUID();

        assertThat(await(store.seenBy(owner(other, "c"), "a"))).isPresent();
        for (ArtifactOwner stranger : List.of(
                owner(other, "c2"),
                owner(other, null),
                new ArtifactOwner(workspace, new RunId(other), "bot", "c", "thread"),
                new ArtifactOwner(workspace, new RunId(other), "bot2", "c", null),
                new ArtifactOwner("w2", new RunId(run), "bot", "c", null))) {
            assertThat(await(store.seenBy(stranger, "a")))
                    .as(stranger.toString())
                    .isEmpty();
        }
        assertThat(await(store.madeBy(owner(other, "c"), "a"))).isEmpty();
        assertThat(await(store.inWorkspace("w2", "a", null))).isEmpty();
        assertThat(await(store.inWorkspace(workspace, "a", other))).isEmpty();
        assertThat(await(store.seenBy(owner, "b"))).isEmpty();
    }

    @Test
    void outsideAConversationOnlyItsOwnRunSeesIt() {
        open(run, 1);
        put("o1", artifact(owner(run, null), "a", "x"));

        assertThat(await(store.seenBy(owner(run, null), "a"))).isPresent();
        assertThat(await(store.seenBy(owner(UUID.randomUUID(), null), "a"))).isEmpty();
    }

    @Test
    void ofSeveralWithOneIdItsOwnIsSeenFirstAndElseTheNewest() {
        UUID later = UUID.randomUUID();
        open(run, 1);
        open(later, 1);
        put("o1", artifact("report", "older"));
        kept(await(store.put(claim(later, 1, "o1"), artifact(owner(later, "c"), "report", "newer"))));

        assertThat(text("report")).isEqualTo("older");
        ArtifactMetadata seen =
                await(store.seenBy(owner(UUID.randomUUID(), "c"), "report")).orElseThrow();
        assertThat(seen.runId()).isEqualTo(later.toString());
    }

    @Test
    void whatHasExpiredIsNotFoundAndItsBytesAreFreed() {
        expire(1000);
        open(run, 1);
        for (int i = 0; i < 5; i++) {
            expired("brief" + i, artifact("brief" + i, "brief " + i));
        }
        expired("shared", artifact("shared", "stays"));
        put("o1", artifact("stays", "stays"));

        assertThat(await(store.seenBy(owner, "brief0"))).isEmpty();
        assertThat(await(store.madeBy(owner, "brief0"))).isEmpty();
        assertThat(await(store.inWorkspace(workspace, "brief0", null))).isEmpty();
        assertThat(expire(4)).isEqualTo(4);
        assertThat(expire(4)).isEqualTo(2);
        assertThat(expire(4)).isZero();
        assertThat(artifacts()).isEqualTo(1);
        assertThat(chunks()).as("only what somebody refers to").isEqualTo(1);
        assertThat(text("stays")).isEqualTo("stays");
        assertThat(put("brief0", artifact("brief0", "brief 0")))
                .as("a repetition of what has expired")
                .isEqualTo(new ArtifactWrite.Expired());
    }

    /** Somebody keeps bytes while their last artifact expires: they are there for it in the end, whoever came first. */
    @Test
    void bytesThatAreFreedAndKeptAtOnceAreKept() {
        open(run, 1);
        for (int round = 0; round < 20; round++) {
            String text = "round " + round;
            expired("b" + round, artifact("b" + round, text));
            String id = "s" + round;
            List<Uni<?>> both = new ArrayList<>();
            both.add(new ArtifactExpiry(database.pool()).artifacts(100));
            both.add(store.put(claim(run, 1, id), artifact(id, text)));
            await(Uni.join().all(both.toArray(Uni[]::new)).andFailFast());
            assertThat(text(id)).isEqualTo(text);
        }
    }

    @Test
    void anExpiredIdIsFreeAgain() {
        open(run, 1);
        expired("o1", artifact("a", "old"));

        kept(put("o2", artifact("a", "new")));
        assertThat(text("a")).isEqualTo("new");
        assertThat(chunks()).isEqualTo(1);
    }

    @Test
    void metadataThatNoDatabaseHoldsIsUnfitAndLeavesNothing() {
        open(run, 1);
        ObjectNode endless = JsonNodeFactory.instance.objectNode().put("n", new BigDecimal("1E+200000"));
        NewArtifact usual = artifact("a", "x");
        NewArtifact unfit =
                new NewArtifact(owner, Artifacts.RUNNER, "a", "file", "text/plain", null, endless, usual.content());

        assertThat(put("o1", unfit)).isEqualTo(new ArtifactWrite.Unfit());
        assertThat(chunks()).isZero();
        kept(put("o1", usual));
    }

    @Test
    void aWorkspaceKeepsNoMoreThanItsQuota() {
        PostgresArtifactRepository small = withQuota(10);
        open(run, 1);
        kept(await(small.put(claim(run, 1, "o1"), artifact("a", "12345"))));
        kept(await(small.put(claim(run, 1, "o2"), artifact("b", "12345"))));

        assertThat(await(small.put(claim(run, 1, "o3"), artifact("c", "1")))).isEqualTo(new ArtifactWrite.Full());
        assertThat(artifacts()).isEqualTo(2);
        kept(await(small.put(claim(run, 1, "o1"), artifact("a", "12345"))));
        assertThat(await(small.put(claim(run, 9, "o3"), artifact("c", "1"))))
                .as("the run's own fence admits later attempts")
                .isEqualTo(new ArtifactWrite.Full());
        UUID unknown = UUID.randomUUID();
        assertThat(await(small.put(claim(unknown, 1, "o"), artifact(owner(unknown, "c"), "a", "1"))))
                .isEqualTo(new ArtifactWrite.Fenced());
    }

    @Test
    void whatExpiredGivesItsRoomBackAndWhatIsUploadedTakesIt() {
        PostgresArtifactRepository small = withQuota(10);
        open(run, 1);
        kept(await(small.put(claim(run, 1, "o1"), artifact("a", "1234567890"))));
        sql("delete from context.artifacts where workspace_id = '%s'");
        kept(await(small.put(claim(run, 1, "o2"), artifact("b", "1234567890"))));

        sql("delete from context.artifacts where workspace_id = '%s'");
        sql(
                "insert into context.artifact_uploads (upload_id, workspace_id, begun_by, run_id, bot_id, thread_id, runner_id,"
                        + " artifact_id, artifact_type, scope, metadata, size_bytes, expires_at)"
                        + " values (gen_random_uuid(), '%s', 'k', gen_random_uuid(), 'bot', '', 'r', 'u', 'file', 'run', '{}', 6,"
                        + " now() + interval '1 hour')");
        // What an attempt began that is over comes to no end, and takes none.
        sql(
                "insert into context.artifact_uploads (upload_id, workspace_id, begun_by, attempt, run_id, bot_id, thread_id, runner_id,"
                        + " artifact_id, artifact_type, scope, metadata, size_bytes, expires_at)"
                        + " values (gen_random_uuid(), '%s', 'k', 1, gen_random_uuid(), 'bot', '', 'r', 'u', 'file', 'run', '{}', 6,"
                        + " now() + interval '1 hour')");
        assertThat(await(small.put(claim(run, 1, "o3"), artifact("c", "12345"))))
                .isEqualTo(new ArtifactWrite.Full());
        kept(await(small.put(claim(run, 1, "o4"), artifact("d", "1234"))));
    }

    @Test
    void ofManyAtOnceOnlyThoseAreKeptForWhichThereIsRoom() {
        PostgresArtifactRepository small = withQuota(10);
        open(run, 1);
        List<ArtifactWrite> answers = await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> small.put(claim(run, 1, "o" + i), artifact("a" + i, "x" + i + "y")))
                        .toList())
                .andFailFast());

        assertThat(answers).filteredOn(ArtifactWrite.Kept.class::isInstance).hasSize(3);
        assertThat(answers).filteredOn(new ArtifactWrite.Full()::equals).hasSize(5);
        assertThat(artifacts()).isEqualTo(3);
    }

    private static PostgresArtifactRepository withQuota(long bytes) {
        return new PostgresArtifactRepository(database.pool(), Duration.ofDays(30), new NoObjectStore(), bytes);
    }

    private void sql(String sql) {
        await(database.pool().query(sql.formatted(workspace)).execute());
    }

    @Test
    void aTimeToKeepMustBeOne() {
        assertThatThrownBy(() -> new PostgresArtifactRepository(database.pool(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void open(UUID which, int attempt) {
        assertThat(await(starts.open(new RunContextQuestion(
                        workspace, new RunId(which), attempt, new EventId(which), "bot", "c", null, List.of()))))
                .isInstanceOf(RunStart.Opened.class);
    }

    private ArtifactWrite put(String operation, NewArtifact artifact) {
        return await(store.put(claim(run, 1, operation), artifact));
    }

    /** Kept, and then past its time. */
    private void expired(String operation, NewArtifact artifact) {
        kept(put(operation, artifact));
        await(database.pool()
                .query("update context.artifacts set expires_at = now() where workspace_id = '" + workspace
                        + "' and artifact_id = '" + artifact.artifactId() + "'")
                .execute());
    }

    private WriteClaim claim(UUID which, int attempt, String operation) {
        return new WriteClaim(workspace, which, attempt, operation);
    }

    private ArtifactOwner owner(UUID which, String conversation) {
        return new ArtifactOwner(workspace, new RunId(which), "bot", conversation, null);
    }

    private NewArtifact artifact(String id, String text) {
        return artifact(owner, id, text);
    }

    private NewArtifact artifact(String id, ArtifactContent content) {
        return new NewArtifact(
                owner, Artifacts.RUNNER, id, "file", "text/plain", "a.txt", Artifacts.metadata(), content);
    }

    private static NewArtifact artifact(ArtifactOwner owner, String id, String text) {
        return new NewArtifact(
                owner,
                Artifacts.RUNNER,
                id,
                "file",
                "text/plain",
                "a.txt",
                Artifacts.metadata(),
                new ArtifactContent(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ArtifactMetadata kept(ArtifactWrite write) {
        return ((ArtifactWrite.Kept) write).artifact();
    }

    private byte[] read(ArtifactMetadata artifact, long from, long to) {
        return await(store.bytes(workspace, artifact.sha256(), new ByteRange(from, to)));
    }

    private String text(String id) {
        Optional<ArtifactMetadata> seen = await(store.seenBy(owner, id));
        return new String(read(seen.orElseThrow(), 0, seen.get().sizeBytes()), StandardCharsets.UTF_8);
    }

    private int expire(int most) {
        return await(new ArtifactExpiry(database.pool()).artifacts(most));
    }

    private long artifacts() {
        return database.count("from context.artifacts where workspace_id = '" + workspace + "'");
    }

    private long chunks() {
        return database.count("from context.artifact_chunks where workspace_id = '" + workspace + "'");
    }
}
