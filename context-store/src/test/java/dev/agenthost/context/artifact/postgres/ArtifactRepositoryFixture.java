package dev.agenthost.context.artifact.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

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
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.RunContextQuestion;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A database, and artifacts of one run for tests. */
abstract class ArtifactRepositoryFixture {
    static final int CHUNK = 256 * 1024;
    static Database database;
    static PostgresArtifactRepository store;
    static PostgresRunStartRepository starts;
    final UUID run = UUID.randomUUID();
    final String workspace = "w-" + run;
    final ArtifactOwner owner = owner(run, "c");

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

    static PostgresArtifactRepository withQuota(long bytes) {
        return new PostgresArtifactRepository(database.pool(), Duration.ofDays(30), new NoObjectStore(), bytes);
    }

    void sql(String sql) {
        await(database.pool().query(sql.formatted(workspace)).execute());
    }

    void open(UUID which, int attempt) {
        assertThat(await(starts.open(new RunContextQuestion(
                        workspace, new RunId(which), attempt, new EventId(which), "bot", "c", null, List.of()))))
                .isInstanceOf(RunStart.Opened.class);
    }

    ArtifactWrite put(String operation, NewArtifact artifact) {
        return await(store.put(claim(run, 1, operation), artifact));
    }

    /** Stores an artifact and lets it expire. */
    void expired(String operation, NewArtifact artifact) {
        stored(put(operation, artifact));
        await(database.pool()
                .query("update context.artifacts set expires_at = now() where workspace_id = '" + workspace
                        + "' and artifact_id = '" + artifact.artifactId() + "'")
                .execute());
    }

    WriteClaim claim(UUID which, int attempt, String operation) {
        return new WriteClaim(workspace, which, attempt, operation);
    }

    ArtifactOwner owner(UUID which, String conversation) {
        return new ArtifactOwner(workspace, new RunId(which), "bot", conversation, null);
    }

    NewArtifact artifact(String id, String text) {
        return artifact(owner, id, text);
    }

    NewArtifact artifact(String id, ArtifactContent content) {
        return new NewArtifact(
                owner, Artifacts.RUNNER, id, "file", "text/plain", "a.txt", Artifacts.metadata(), content);
    }

    static NewArtifact artifact(ArtifactOwner owner, String id, String text) {
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

    static ArtifactMetadata stored(ArtifactWrite write) {
        return ((ArtifactWrite.Stored) write).artifact();
    }

    byte[] read(ArtifactMetadata artifact, long from, long to) {
        return await(store.bytes(workspace, artifact.sha256(), new ByteRange(from, to)));
    }

    String text(String id) {
        Optional<ArtifactMetadata> seen = await(store.visibleTo(owner, id));
        return new String(read(seen.orElseThrow(), 0, seen.get().sizeBytes()), StandardCharsets.UTF_8);
    }

    int expire(int most) {
        return await(new ArtifactExpiry(database.pool()).artifacts(most));
    }

    long artifacts() {
        return database.count("from context.artifacts where workspace_id = '" + workspace + "'");
    }

    long chunks() {
        return database.count("from context.artifact_chunks where workspace_id = '" + workspace + "'");
    }
}
