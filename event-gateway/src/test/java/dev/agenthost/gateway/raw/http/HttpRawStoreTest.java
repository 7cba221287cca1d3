package dev.agenthost.gateway.raw.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.gateway.raw.RawAnswer;
import dev.agenthost.gateway.raw.RawKeeper;
import dev.agenthost.gateway.raw.RawOutcome;
import dev.agenthost.gateway.raw.RawShare;
import dev.agenthost.protocol.entrance.Bodies;
import dev.agenthost.protocol.entrance.Normalised;
import dev.agenthost.protocol.entrance.Normaliser;
import dev.agenthost.protocol.entrance.Origin;
import dev.agenthost.protocol.entrance.RawPayload;
import dev.agenthost.protocol.entrance.Said;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.raw.RawPut;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpRawStoreTest {
    private final ScriptedStore server = new ScriptedStore();
    private final Vertx vertx = Vertx.vertx();
    private URI address;

    @BeforeEach
    void open() {
        address = URI.create(server.start().get("agenthost.context-store.url"));
    }

    @AfterEach
    void close() throws Exception {
        server.stop();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void keepsWhatItIsGivenUnderTheKeyBetweenServices() throws Exception {
        EventEnvelope event = event();

        String kept = artifactId(store("key-between", RawShare.PROMPT)
                .keep(RawPut.of(event, "{\"a\":1}".getBytes(StandardCharsets.UTF_8))));

        assertThat(kept).isEqualTo(event.eventId().toString());
        assertThat(ScriptedStore.keptOf(kept)).containsExactly("{\"a\":1}");
    }

    @Test
    void failsWhereItIsRefusedOrNobodyListens() {
        RawPut put = RawPut.of(event(), "{}".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> store("another", RawShare.PROMPT)
                        .keep(put)
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("401");
        server.stop();
        assertThatThrownBy(() -> store("key-between", RawShare.PROMPT)
                        .keep(put)
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(ExecutionException.class);
    }

    /** An answer that takes longer than the least limit. */
    @Test
    void aQuestionLastsAsLongAsItsKeeperIsPatient() throws Exception {
        HttpRawStore patient =
                new HttpRawStore(vertx, address, "key-between", RawShare.PATIENT, Duration.ofSeconds(60));
        ScriptedStore.fallSilent();
        CompletableFuture<RawAnswer> asked = patient.keep(put()).toCompletableFuture();
        Awaitility.await().until(() -> ScriptedStore.listening() == 1);
        Awaitility.await().during(Duration.ofMillis(2_500)).until(() -> !asked.isDone());

        ScriptedStore.speak();
        assertThat(artifactId(asked)).isNotNull();
    }

    private HttpRawStore store(String key, RawShare share) {
        return new HttpRawStore(vertx, address, key, share, Duration.ZERO);
    }

    @Test
    void takesNoMoreBytesThanItsShareAndMoreOnceThereIsRoom() throws Exception {
        byte[] large = "[\"%s\"]".formatted("x".repeat(600)).getBytes(StandardCharsets.UTF_8);
        HttpRawStore store = store("key-between", new RawShare(8, 8, 2_000));
        ScriptedStore.fallSilent();
        CompletionStage<RawAnswer> first = store.keep(RawPut.of(event(), large));

        assertThat(store.keep(RawPut.of(event(), large)).toCompletableFuture())
                .isCompletedWithValue(new RawAnswer.NoRoom());

        ScriptedStore.speak();
        first.toCompletableFuture().get();
        assertThat(artifactId(store.keep(RawPut.of(event(), large)))).isNotNull();
    }

    @Test
    void asksNoMoreQuestionsThanItsShareAndLeavesAnotherItsOwn() throws Exception {
        HttpRawStore flooded = store("key-between", new RawShare(1, 2, 100_000));
        HttpRawStore other = store("key-between", new RawShare(1, 2, 100_000));
        ScriptedStore.fallSilent();
        CompletableFuture<RawAnswer> held = flooded.keep(put()).toCompletableFuture();
        CompletableFuture<RawAnswer> waiting = flooded.keep(put()).toCompletableFuture();
        Awaitility.await().until(() -> ScriptedStore.listening() == 1);

        assertThat(flooded.keep(put()).toCompletableFuture()).isCompletedWithValue(new RawAnswer.NoRoom());

        ScriptedStore.speakToWhoComes();
        assertThat(artifactId(other.keep(put()))).isNotNull();
        assertThat(held).isNotDone();
        assertThat(waiting).isNotDone();
    }

    /** The store says nothing until the event has gone on. */
    @Test
    void anEventGoesOnWhileTheStoreIsSilent() {
        ScriptedStore.fallSilent();
        RawKeeper keeper = new RawKeeper(
                Optional.of(store("key-between", RawShare.PROMPT)),
                Duration.ofMillis(50),
                InstantSource.system(),
                outcome -> {});

        RawOutcome outcome = keeper.keep(event(), new RawPayload.Scrubbed("{}".getBytes(StandardCharsets.UTF_8)))
                .join();

        assertThat(outcome).isEqualTo(new RawOutcome.LeftOut(RawOutcome.Why.UNAVAILABLE));
        ScriptedStore.speak();
    }

    private static RawPut put() {
        return RawPut.of(event(), "{}".getBytes(StandardCharsets.UTF_8));
    }

    private static String artifactId(CompletionStage<RawAnswer> answer) throws Exception {
        return ((RawAnswer.Told) answer.toCompletableFuture().get()).kept().artifactId();
    }

    private static EventEnvelope event() {
        return ((Normalised.Accepted) Normaliser.normalise(
                        Said.bare(Bodies.shortForm(UUID.randomUUID().toString()), null),
                        Origin.api("red"),
                        "p",
                        Instant.EPOCH))
                .envelope();
    }
}
