package dev.agenthost.context.artifact.s3;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.context.artifact.ArtifactRepository;
import dev.agenthost.context.artifact.ObjectMoveRepository;
import dev.agenthost.context.artifact.ObjectMover;
import dev.agenthost.context.artifact.UploadSuite;
import dev.agenthost.context.artifact.postgres.PostgresArtifactRepository;
import dev.agenthost.context.artifact.postgres.PostgresObjectMoveRepository;
import dev.agenthost.context.fixture.ObjectServer;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Uploads whose bytes move to an S3 server: a real one, in a process of its own. */
class S3UploadsTest extends UploadSuite {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final ObjectServer server = new ObjectServer();
    private final S3ObjectStore objects = new S3ObjectStore(server.address());
    private final PostgresObjectMoveRepository moves = new PostgresObjectMoveRepository(database.pool(), LEASE);
    private final ObjectMover mover = new ObjectMover(moves, objects);

    @AfterAll
    void end() {
        objects.close();
        server.close();
    }

    @Override
    protected ArtifactRepository store(Duration ttl) {
        return new PostgresArtifactRepository(database.pool(), ttl, objects, Long.MAX_VALUE);
    }

    @Override
    protected void settled() {
        while (mover.moveOne().await().atMost(Duration.ofMinutes(2))) {}
        deleteAll(mover);
        assertThat(database.count("from context.artifact_chunks where not starts_with(sha256, 'upload/')"))
                .as("all that is finished has moved")
                .isZero();
    }

    @Override
    protected long storedContents() {
        return server.files();
    }

    @Test
    void aKillDuringAMoveLeavesNoGarbage() {
        settled();
        long before = server.files();
        content("a-digest");
        ObjectMoveRepository.Move move = await(moves.claim("artifacts/left")).orElseThrow();
        await(objects.write(move.object(), move.size(), (from, to) -> moves.bytes(move, from, to)));
        assertThat(server.files()).isEqualTo(before + 1);

        assertThat(await(moves.claim("artifacts/second")))
                .as("somebody is at it")
                .isEmpty();
        database.rows("update context.artifact_garbage set due = now()");
        database.rows(
                "update context.artifact_contents set moving_until = now() - interval '1 s' where object is null");
        deleteAll(mover);
        assertThat(server.files()).isEqualTo(before);
        assertThat(await(moves.settle(move))).as("too late").isFalse();
        settled();
        assertThat(server.files()).isEqualTo(before + 1);
        assertThat(database.count("from context.artifact_garbage")).isZero();
    }

    @Test
    void bytesFreedDuringAMoveAreGarbage() {
        settled();
        long before = server.files();
        content("freed");
        ObjectMoveRepository.Move move = await(moves.claim("artifacts/freed")).orElseThrow();
        await(objects.write(move.object(), move.size(), (from, to) -> moves.bytes(move, from, to)));
        database.rows("delete from context.artifact_contents where sha256 = 'freed'");

        assertThat(await(moves.settle(move))).isFalse();
        deleteAll(mover);
        assertThat(server.files()).isEqualTo(before);
    }

    @Test
    void aFailedWriteLeavesNoParts() {
        long before = server.files();
        assertThatThrownBy(() -> await(objects.write(
                        "artifacts/broken",
                        20L * MIB,
                        (from, to) -> from == 0
                                ? Uni.createFrom().item(new byte[(int) (to - from)])
                                : Uni.createFrom().failure(new IllegalStateException("gone")))))
                .isInstanceOf(IllegalStateException.class);
        assertThat(server.files()).isEqualTo(before);
        assertThat(await(objects.read("artifacts/broken", 0, 5))).isEmpty();
        await(objects.delete("artifacts/broken"));
    }

    @Test
    void anAddressPrintsNoKey() {
        assertThat(server.address().toString()).doesNotContain("the-access-key", "the-secret-key");
        assertThatThrownBy(() -> new S3Address(null, "r", "b", "k", null, true))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void content(String sha256) {
        database.rows("insert into context.artifact_contents (workspace_id, sha256) values ('s3', '" + sha256 + "')");
        database.rows("insert into context.artifact_chunks values ('s3', '" + sha256 + "', 0, 'abc')");
    }

    private static void deleteAll(ObjectMover mover) {
        while (mover.deleteSome().await().atMost(Duration.ofMinutes(2)) > 0) {}
    }
}
