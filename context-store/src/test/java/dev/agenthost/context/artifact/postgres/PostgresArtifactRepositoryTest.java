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
import dev.agenthost.context.state.postgres.PostgresStateRepository;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests which artifacts a run stores, and who reads them. */
class PostgresArtifactRepositoryTest extends ArtifactRepositoryFixture {
    @Test
    void aStoredArtifactIsFoundAndRead() {
        open(run, 1);
        ArtifactMetadata stored = stored(put("o1", artifact("a", "hello")));

        assertThat(stored.sizeBytes()).isEqualTo(5);
        assertThat(stored.expiresAt() - stored.createdAt())
                .isEqualTo(Duration.ofDays(30).toSeconds());
        assertThat(await(store.visibleTo(owner, "a"))).contains(stored);
        assertThat(await(store.madeBy(owner, "a"))).contains(stored);
        assertThat(await(store.inWorkspace(workspace, "a", null))).contains(stored);
        assertThat(await(store.inWorkspace(workspace, "a", run))).contains(stored);
        assertThat(read(stored, 1, 4)).asString(StandardCharsets.UTF_8).isEqualTo("ell");
    }

    @Test
    void anyRangeOfManyChunksIsRead() {
        open(run, 1);
        byte[] bytes = new byte[3 * CHUNK + 7];
        new Random(7).nextBytes(bytes);
        ArtifactMetadata stored = stored(put("o1", artifact("a", new ArtifactContent(bytes))));

        assertThat(chunks()).isEqualTo(4);
        for (ByteRange span : List.of(
                new ByteRange(0, bytes.length),
                new ByteRange(0, 1),
                new ByteRange(CHUNK - 1, CHUNK + 1),
                new ByteRange(CHUNK, 2L * CHUNK),
                new ByteRange(2L * CHUNK - 3, 3L * CHUNK + 5),
                new ByteRange(bytes.length - 1L, bytes.length),
                new ByteRange(5, 5))) {
            assertThat(read(stored, span.from(), span.to()))
                    .as(span.toString())
                    .isEqualTo(Arrays.copyOfRange(bytes, (int) span.from(), (int) span.to()));
        }
    }

    @Test
    void anEmptyArtifactHasNoChunks() {
        open(run, 1);
        ArtifactMetadata stored = stored(put("o1", artifact("a", new ArtifactContent(new byte[0]))));

        assertThat(stored.sizeBytes()).isZero();
        assertThat(chunks()).isZero();
        assertThat(read(stored, 0, 0)).isEmpty();
    }

    @Test
    void aRepeatedOperationChangesNothingAndGetsTheSameAnswer() {
        open(run, 1);
        ArtifactMetadata first = stored(put("o1", artifact("a", "x")));

        assertThat(stored(put("o1", artifact("a", "x")))).isEqualTo(first);
        assertThat(artifacts()).isEqualTo(1);
        assertThat(chunks()).isEqualTo(1);
    }

    @Test
    void anIdOfTheRunIsUniqueInAnAttempt() {
        open(run, 1);
        put("o1", artifact("a", "first"));

        assertThat(put("o2", artifact("a", "second"))).isEqualTo(new ArtifactWrite.IdConflict());
        assertThat(put("o2", artifact("a", "second"))).isEqualTo(new ArtifactWrite.IdConflict());
        assertThat(text("a")).isEqualTo("first");
        assertThat(chunks()).as("bytes kept for nothing").isEqualTo(1);
    }

    @Test
    void aLaterAttemptReplacesItAndFreesTheOldBytes() {
        open(run, 1);
        put("o1", artifact("a", "first"));
        open(run, 2);
        stored(await(store.put(claim(run, 2, "o1"), artifact("a", "second"))));

        assertThat(text("a")).isEqualTo("second");
        assertThat(artifacts()).isEqualTo(1);
        assertThat(chunks()).isEqualTo(1);
    }

    @Test
    void anOlderAttemptAndAnEndedOrUnknownRunStoreNothing() {
        assertThat(put("o1", artifact("a", "x"))).isEqualTo(new ArtifactWrite.Fenced());
        open(run, 2);
        assertThat(put("o1", artifact("a", "x"))).isEqualTo(new ArtifactWrite.Fenced());
        await(new PostgresStateRepository(database.pool()).end(workspace, run, 2));

        assertThat(await(store.put(claim(run, 2, "o2"), artifact("a", "x")))).isEqualTo(new ArtifactWrite.Fenced());
        assertThat(artifacts()).isZero();
        assertThat(chunks()).isZero();
    }

    @Test
    void aConcurrentlyRepeatedOperationIsDoneOnce() {
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
    void isVisibleInItsConversationThreadBotAndWorkspaceOnly() {
        open(run, 1);
        put("o1", artifact("a", "x"));
        UUID other = UUID.randomUUID();

        assertThat(await(store.visibleTo(owner(other, "c"), "a"))).isPresent();
        for (ArtifactOwner otherReader : List.of(
                owner(other, "c2"),
                owner(other, null),
                new ArtifactOwner(workspace, new RunId(other), "bot", "c", "thread"),
                new ArtifactOwner(workspace, new RunId(other), "bot2", "c", null),
                new ArtifactOwner("w2", new RunId(run), "bot", "c", null))) {
            assertThat(await(store.visibleTo(otherReader, "a")))
                    .as(otherReader.toString())
                    .isEmpty();
        }
        assertThat(await(store.madeBy(owner(other, "c"), "a"))).isEmpty();
        assertThat(await(store.inWorkspace("w2", "a", null))).isEmpty();
        assertThat(await(store.inWorkspace(workspace, "a", other))).isEmpty();
        assertThat(await(store.visibleTo(owner, "b"))).isEmpty();
    }

    @Test
    void outsideAConversationItIsVisibleToItsRunOnly() {
        open(run, 1);
        put("o1", artifact(owner(run, null), "a", "x"));

        assertThat(await(store.visibleTo(owner(run, null), "a"))).isPresent();
        assertThat(await(store.visibleTo(owner(UUID.randomUUID(), null), "a"))).isEmpty();
    }

    @Test
    void ofSeveralWithOneIdTheRunsOwnOrElseTheNewestIsFound() {
        UUID later = UUID.randomUUID();
        open(run, 1);
        open(later, 1);
        put("o1", artifact("report", "older"));
        stored(await(store.put(claim(later, 1, "o1"), artifact(owner(later, "c"), "report", "newer"))));

        assertThat(text("report")).isEqualTo("older");
        ArtifactMetadata seen =
                await(store.visibleTo(owner(UUID.randomUUID(), "c"), "report")).orElseThrow();
        assertThat(seen.runId()).isEqualTo(later.toString());
    }

    @Test
    void metadataThatCannotBeStoredIsInvalidAndLeavesNothing() {
        open(run, 1);
        ObjectNode endless = JsonNodeFactory.instance.objectNode().put("n", new BigDecimal("1E+200000"));
        NewArtifact usual = artifact("a", "x");
        NewArtifact unfit =
                new NewArtifact(owner, Artifacts.RUNNER, "a", "file", "text/plain", null, endless, usual.content());

        assertThat(put("o1", unfit)).isEqualTo(new ArtifactWrite.Invalid());
        assertThat(chunks()).isZero();
        stored(put("o1", usual));
    }

    @Test
    void aLifetimeMustBePositive() {
        assertThatThrownBy(() -> new PostgresArtifactRepository(database.pool(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
