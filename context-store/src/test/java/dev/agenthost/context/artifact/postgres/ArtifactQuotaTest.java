package dev.agenthost.context.artifact.postgres;

import static dev.agenthost.context.fixture.Database.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.artifact.ArtifactWrite;
import dev.agenthost.context.artifact.ByteRange;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the bytes of artifacts: stored once, freed after expiry, and limited for each workspace. */
class ArtifactQuotaTest extends ArtifactRepositoryFixture {
    @Test
    void theSameBytesAreStoredOnceInAWorkspaceAndNeverShared() {
        open(run, 1);
        put("o1", artifact("a", "same"));
        put("o2", artifact("b", "same"));
        assertThat(chunks()).isEqualTo(1);
        assertThat(text("b")).isEqualTo("same");

        ArtifactMetadata mine = await(store.visibleTo(owner, "a")).orElseThrow();
        assertThat(await(store.bytes("another", mine.sha256(), new ByteRange(0, 4))))
                .isEmpty();
    }

    @Test
    void concurrentWritesOfTheSameBytesStoreThemOnce() {
        List<UUID> runs = IntStream.range(0, 8).mapToObj(i -> UUID.randomUUID()).toList();
        runs.forEach(one -> open(one, 1));
        List<ArtifactWrite> answers = await(Uni.join()
                .all(runs.stream()
                        .map(one -> store.put(claim(one, 1, "o"), artifact(owner(one, "c"), "a", "at once")))
                        .toList())
                .andFailFast());

        assertThat(answers).allSatisfy(answer -> assertThat(answer).isInstanceOf(ArtifactWrite.Stored.class));
        assertThat(chunks()).isEqualTo(1);
        assertThat(artifacts()).isEqualTo(8);
    }

    @Test
    void anExpiredArtifactIsNotFoundAndItsBytesAreFreed() {
        expire(1000);
        open(run, 1);
        for (int i = 0; i < 5; i++) {
            expired("brief" + i, artifact("brief" + i, "brief " + i));
        }
        expired("shared", artifact("shared", "stays"));
        put("o1", artifact("stays", "stays"));

        assertThat(await(store.visibleTo(owner, "brief0"))).isEmpty();
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

    /** Stores bytes while their last artifact expires: they exist afterwards, in any order of the two. */
    @Test
    void bytesFreedAndStoredConcurrentlyAreKept() {
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
    void anExpiredIdMayBeUsedAgain() {
        open(run, 1);
        expired("o1", artifact("a", "old"));

        stored(put("o2", artifact("a", "new")));
        assertThat(text("a")).isEqualTo("new");
        assertThat(chunks()).isEqualTo(1);
    }

    @Test
    void aWorkspaceStoresAtMostItsQuota() {
        PostgresArtifactRepository small = withQuota(10);
        open(run, 1);
        stored(await(small.put(claim(run, 1, "o1"), artifact("a", "12345"))));
        stored(await(small.put(claim(run, 1, "o2"), artifact("b", "12345"))));

        assertThat(await(small.put(claim(run, 1, "o3"), artifact("c", "1")))).isEqualTo(new ArtifactWrite.Full());
        assertThat(artifacts()).isEqualTo(2);
        stored(await(small.put(claim(run, 1, "o1"), artifact("a", "12345"))));
        assertThat(await(small.put(claim(run, 9, "o3"), artifact("c", "1"))))
                .as("the run's own fence admits later attempts")
                .isEqualTo(new ArtifactWrite.Full());
        UUID unknown = UUID.randomUUID();
        assertThat(await(small.put(claim(unknown, 1, "o"), artifact(owner(unknown, "c"), "a", "1"))))
                .isEqualTo(new ArtifactWrite.Fenced());
    }

    @Test
    void expiredBytesAreReleasedAndUploadsCount() {
        PostgresArtifactRepository small = withQuota(10);
        open(run, 1);
        stored(await(small.put(claim(run, 1, "o1"), artifact("a", "1234567890"))));
        sql("delete from context.artifacts where workspace_id = '%s'");
        stored(await(small.put(claim(run, 1, "o2"), artifact("b", "1234567890"))));

        sql("delete from context.artifacts where workspace_id = '%s'");
        sql(
                "insert into context.artifact_uploads (upload_id, workspace_id, uploader, run_id, bot_id, thread_id, runner_id,"
                        + " artifact_id, artifact_type, scope, metadata, size_bytes, expires_at)"
                        + " values (gen_random_uuid(), '%s', 'k', gen_random_uuid(), 'bot', '', 'r', 'u', 'file', 'run', '{}', 6,"
                        + " now() + interval '1 hour')");
        // Uploads of an ended attempt never finish, and reserve nothing.
        sql(
                "insert into context.artifact_uploads (upload_id, workspace_id, uploader, attempt, run_id, bot_id, thread_id, runner_id,"
                        + " artifact_id, artifact_type, scope, metadata, size_bytes, expires_at)"
                        + " values (gen_random_uuid(), '%s', 'k', 1, gen_random_uuid(), 'bot', '', 'r', 'u', 'file', 'run', '{}', 6,"
                        + " now() + interval '1 hour')");
        assertThat(await(small.put(claim(run, 1, "o3"), artifact("c", "12345"))))
                .isEqualTo(new ArtifactWrite.Full());
        stored(await(small.put(claim(run, 1, "o4"), artifact("d", "1234"))));
    }

    @Test
    void concurrentWritesStayWithinTheQuota() {
        PostgresArtifactRepository small = withQuota(10);
        open(run, 1);
        List<ArtifactWrite> answers = await(Uni.join()
                .all(IntStream.range(0, 8)
                        .mapToObj(i -> small.put(claim(run, 1, "o" + i), artifact("a" + i, "x" + i + "y")))
                        .toList())
                .andFailFast());

        assertThat(answers).filteredOn(ArtifactWrite.Stored.class::isInstance).hasSize(3);
        assertThat(answers).filteredOn(new ArtifactWrite.Full()::equals).hasSize(5);
        assertThat(artifacts()).isEqualTo(3);
    }
}
