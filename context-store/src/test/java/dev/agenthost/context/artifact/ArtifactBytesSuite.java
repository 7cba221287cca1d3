package dev.agenthost.context.artifact;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.postgres.ArtifactExpiry;
import dev.agenthost.context.common.WriteClaim;
import dev.agenthost.context.datalifecycle.Erasure;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import dev.agenthost.context.datalifecycle.RetentionDays;
import dev.agenthost.context.datalifecycle.RetentionLimit;
import dev.agenthost.context.datalifecycle.RetentionRules;
import dev.agenthost.context.datalifecycle.postgres.PostgresErasureRepository;
import dev.agenthost.context.datalifecycle.postgres.PostgresRetentionRepository;
import dev.agenthost.context.fixture.Database;
import dev.agenthost.context.run.RunStart;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.platform.rest.ExpectedVersion;
import dev.agenthost.protocol.audit.AuditEntry;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests bytes inside results from their first attempt to their deletion; the same for every store. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ArtifactBytesSuite {
    private static final int LENGTH = 600_001;

    protected final Database database = new Database();
    private ArtifactRepository store;
    private String workspace;
    private UUID run;
    private long before;

    /**
     * Returns a repository on the store that the suite tests.
     *
     * @param quota of a workspace
     */
    protected abstract ArtifactRepository store(long quota);

    /** Moves the bytes to their final store, and deletes unreferenced ones there. */
    protected abstract void settled();

    /** Counts the stored contents of all workspaces. */
    protected abstract long storedContents();

    @AfterAll
    void close() {
        database.close();
    }

    @BeforeEach
    void aRunIsOpen() {
        store = store(Long.MAX_VALUE);
        workspace = "w" + UUID.randomUUID();
        run = UUID.randomUUID();
        open(run, 1);
        settled();
        before = storedContents();
    }

    @Test
    void theSameBytesAreStoredOnceInAWorkspaceAndReadInRanges() {
        byte[] bytes = random(1);
        ArtifactMetadata first = put(run, 1, "o1", "a", bytes);
        settled();
        put(run, 1, "o2", "b", bytes);
        settled();

        assertThat(storedContents() - before).isEqualTo(1);
        for (ByteRange span :
                List.of(new ByteRange(0, LENGTH), new ByteRange(262_143, 262_145), new ByteRange(LENGTH - 1, LENGTH))) {
            assertThat(await(store.bytes(workspace, first.sha256(), span)))
                    .as(span.toString())
                    .isEqualTo(Arrays.copyOfRange(bytes, (int) span.from(), (int) span.to()));
        }
        assertThat(await(store.bytes("another", first.sha256(), new ByteRange(0, 9))))
                .isEmpty();
    }

    @Test
    void aRepetitionStoresNothingBeforeAndAfterTheMove() {
        ArtifactMetadata first = put(run, 1, "o1", "a", random(2));
        assertThat(put(run, 1, "o1", "a", random(2))).isEqualTo(first);
        settled();
        assertThat(put(run, 1, "o1", "a", random(2))).isEqualTo(first);
        settled();

        assertThat(storedContents() - before).isEqualTo(1);
    }

    @Test
    void aLaterAttemptReplacesArtifactsOfAnEarlierOne() {
        put(run, 1, "o1", "a", random(3));
        settled();
        open(run, 2);
        ArtifactMetadata anew = put(run, 2, "o1", "a", random(4));
        settled();

        assertThat(storedContents() - before).as("those of the first are gone").isEqualTo(1);
        assertThat(bytes(anew)).isEqualTo(random(4));
        open(run, 3);
        put(run, 3, "o1", "a", random(4));
        settled();
        assertThat(storedContents() - before).isEqualTo(1);
    }

    @Test
    void aRefusedArtifactLeavesNothing() {
        store = store(LENGTH);
        put(run, 1, "o1", "a", random(5));
        assertThat(write(run, 1, "o2", "b", random(6))).isEqualTo(new ArtifactWrite.Full());
        assertThat(write(run, 1, "o3", "a", random(7))).isEqualTo(new ArtifactWrite.Full());
        assertThat(write(UUID.randomUUID(), 1, "o1", "a", random(8))).isEqualTo(new ArtifactWrite.Fenced());
        settled();

        assertThat(storedContents() - before).isEqualTo(1);
        expire("a");
        settled();
        assertThat(storedContents() - before).isZero();
        assertThat(put(run, 1, "o4", "c", random(6))).as("there is room again").isNotNull();
    }

    @Test
    void bytesStayUntilTheirLastArtifactExpires() {
        ArtifactMetadata shared = put(run, 1, "o1", "a", random(9));
        put(run, 1, "o2", "b", random(9));
        settled();
        expire("a");
        settled();
        assertThat(bytes(shared)).isEqualTo(random(9));

        expire("b");
        settled();
        assertThat(storedContents() - before).isZero();
        assertThat(await(store.bytes(workspace, shared.sha256(), new ByteRange(0, 9))))
                .isEmpty();
        assertThat(write(run, 1, "o1", "a", random(9))).isEqualTo(new ArtifactWrite.Expired());
        put(run, 1, "o3", "a", random(9));
        settled();
        assertThat(storedContents() - before).as("kept again").isEqualTo(1);
        assertThat(bytes(shared)).isEqualTo(random(9));
    }

    @Test
    void bytesAreDeletedAfterTheRetentionOfTheirWorkspace() {
        put(run, 1, "o1", "a", random(10));
        settled();
        run("update context.artifacts set created_at = now() - interval '2 days' where workspace_id = '" + workspace
                + "'");
        RetentionLimit usual = new RetentionLimit(30, 60);
        PostgresRetentionRepository retentions =
                new PostgresRetentionRepository(database.pool(), new RetentionRules(usual, usual, usual, usual, usual));
        await(retentions.put(
                workspace, new RetentionDays(null, null, 1, null, null), new ExpectedVersion.Any(), audit()));
        for (int step = 0; await(retentions.step()); step++) {
            assertThat(step).isLessThan(100);
        }
        sweep();
        settled();

        assertThat(storedContents() - before).isZero();
    }

    @Test
    void anErasureFreesUnreferencedBytes() {
        UUID elsewhere = UUID.randomUUID();
        open(elsewhere, 1);
        ArtifactMetadata only = put(run, 1, "o1", "a", random(11));
        ArtifactMetadata both = put(run, 1, "o2", "b", random(12));
        assertThat(await(store.put(claim(elsewhere, 1, "o1"), artifact(elsewhere, "other", "b", random(12)))))
                .isInstanceOf(ArtifactWrite.Stored.class);
        settled();
        assertThat(storedContents() - before).isEqualTo(2);

        PostgresErasureRepository erasures = new PostgresErasureRepository(database.pool());
        Erasure asked = await(erasures.request(
                workspace, UUID.randomUUID(), new ErasureTarget.Conversation("bot", "c", null), audit()));
        for (int step = 0; await(erasures.step()); step++) {
            assertThat(step).isLessThan(100);
        }
        settled();

        assertThat(await(erasures.find(workspace, asked.erasureId()))
                        .orElseThrow()
                        .erased()
                        .artifacts())
                .isEqualTo(2);
        assertThat(storedContents() - before).isEqualTo(1);
        assertThat(await(store.bytes(workspace, only.sha256(), new ByteRange(0, 9))))
                .isEmpty();
        assertThat(bytes(both)).isEqualTo(random(12));
    }

    private ArtifactMetadata put(UUID which, int attempt, String operation, String id, byte[] bytes) {
        return ((ArtifactWrite.Stored) write(which, attempt, operation, id, bytes)).artifact();
    }

    private ArtifactWrite write(UUID which, int attempt, String operation, String id, byte[] bytes) {
        return await(store.put(claim(which, attempt, operation), artifact(which, "c", id, bytes)));
    }

    private NewArtifact artifact(UUID which, String conversation, String id, byte[] bytes) {
        return new NewArtifact(
                new ArtifactOwner(workspace, new RunId(which), "bot", conversation, null),
                Artifacts.RUNNER,
                id,
                "file",
                "application/octet-stream",
                null,
                Artifacts.metadata(),
                new ArtifactContent(bytes));
    }

    private byte[] bytes(ArtifactMetadata artifact) {
        return await(store.bytes(workspace, artifact.sha256(), new ByteRange(0, artifact.sizeBytes())));
    }

    private WriteClaim claim(UUID which, int attempt, String operation) {
        return new WriteClaim(workspace, which, attempt, operation);
    }

    private void open(UUID which, int attempt) {
        assertThat(await(new PostgresRunStartRepository(database.pool())
                        .open(new RunContextQuestion(
                                workspace,
                                new RunId(which),
                                attempt,
                                new EventId(which),
                                "bot",
                                "c",
                                null,
                                List.of()))))
                .isInstanceOf(RunStart.Opened.class);
    }

    private void expire(String id) {
        run("update context.artifacts set expires_at = now() where workspace_id = '" + workspace
                + "' and artifact_id = '" + id + "'");
        sweep();
    }

    private void sweep() {
        await(new ArtifactExpiry(database.pool()).artifacts(1000));
    }

    private void run(String sql) {
        await(database.pool().query(sql).execute());
    }

    private static AuditEntry audit() {
        return new AuditEntry(
                UUID.randomUUID().toString(),
                Instant.EPOCH,
                "context-store",
                "demo",
                null,
                null,
                "k",
                "test",
                null,
                null,
                AuditResult.ALLOWED,
                null,
                null);
    }

    private static byte[] random(int seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** A lifetime longer than any test. */
    protected static Duration ttl() {
        return Duration.ofDays(30);
    }
}
