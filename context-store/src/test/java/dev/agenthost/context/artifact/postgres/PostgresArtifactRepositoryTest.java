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
    void aTimeToKeepMustBeOne() {
        assertThatThrownBy(() -> new PostgresArtifactRepository(database.pool(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
