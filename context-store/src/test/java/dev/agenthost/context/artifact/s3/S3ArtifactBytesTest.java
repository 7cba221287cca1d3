package dev.agenthost.context.artifact.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.ArtifactBytesSuite;
import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ObjectMover;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.artifact.postgres.PostgresObjectMoveRepository;
import dev.agenthost.context.fixture.ObjectServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;

/** Bytes that move to an S3 server: a real one, in a process of its own. */
class S3ArtifactBytesTest extends ArtifactBytesSuite {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ObjectServer server = new ObjectServer();
    private final S3ObjectStore objects = new S3ObjectStore(server.address());
    private final ObjectMover mover =
            new ObjectMover(new PostgresObjectMoveRepository(database.pool(), Duration.ofMinutes(1)), objects);

    @AfterAll
    void end() {
        objects.close();
        server.close();
    }

    @Override
    protected ArtifactRepository store(long quota) {
        return new PostgresArtifactRepository(database.pool(), ttl(), objects, quota);
    }

    /** Nothing stays behind in the database, and nothing is left to be deleted. */
    @Override
    protected void settled() {
        while (mover.moveOne().await().atMost(PATIENCE)) {}
        while (mover.deleteSome().await().atMost(PATIENCE) > 0) {}
        assertThat(database.count("from context.artifact_chunks")).isZero();
        assertThat(database.count("from context.artifact_garbage")).isZero();
        assertThat(server.files()).isEqualTo(database.count("from context.artifact_contents where object is not null"));
    }

    @Override
    protected long storedContents() {
        return server.files();
    }
}
