package dev.agenthost.gateway.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.rawpayload.RawPayloadCapacity;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome;
import dev.agenthost.gateway.rawpayload.RawPayloadResponse;
import dev.agenthost.gateway.rawpayload.RawPayloadWriter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.store.RawPayloadWrite;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpRawPayloadClientTest {
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

        String kept = artifactId(store("key-between", RawPayloadCapacity.PROMPT)
                .keep(RawPayloadWrite.of(event, "{\"a\":1}".getBytes(StandardCharsets.UTF_8))));

        assertThat(kept).isEqualTo(event.eventId().toString());
        assertThat(ScriptedStore.keptOf(kept)).containsExactly("{\"a\":1}");
    }

    @Test
    void failsWhereItIsRefusedOrNobodyListens() {
        RawPayloadWrite put = RawPayloadWrite.of(event(), "{}".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> store("another", RawPayloadCapacity.PROMPT)
                        .keep(put)
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("401");
        server.stop();
        assertThatThrownBy(() -> store("key-between", RawPayloadCapacity.PROMPT)
                        .keep(put)
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(ExecutionException.class);
    }

    /** An answer that takes longer than the least limit. */
    @Test
    void aQuestionLastsAsLongAsItsKeeperIsPatient() throws Exception {
        HttpRawPayloadClient patient = new HttpRawPayloadClient(
                vertx, address, "key-between", RawPayloadCapacity.PATIENT, Duration.ofSeconds(60));
        ScriptedStore.fallSilent();
        CompletableFuture<RawPayloadResponse> asked = patient.keep(put()).toCompletableFuture();
        Awaitility.await().until(() -> ScriptedStore.listening() == 1);
        Awaitility.await().during(Duration.ofMillis(2_500)).until(() -> !asked.isDone());

        ScriptedStore.speak();
        assertThat(artifactId(asked)).isNotNull();
    }

    private HttpRawPayloadClient store(String key, RawPayloadCapacity share) {
        return new HttpRawPayloadClient(vertx, address, key, share, Duration.ZERO);
    }

    @Test
    void takesNoMoreBytesThanItsShareAndMoreOnceThereIsRoom() throws Exception {
        byte[] large = "[\"%s\"]".formatted("x".repeat(600)).getBytes(StandardCharsets.UTF_8);
        HttpRawPayloadClient store = store("key-between", new RawPayloadCapacity(8, 8, 2_000));
        ScriptedStore.fallSilent();
        CompletionStage<RawPayloadResponse> first = store.keep(RawPayloadWrite.of(event(), large));

        assertThat(store.keep(RawPayloadWrite.of(event(), large)).toCompletableFuture())
                .isCompletedWithValue(new RawPayloadResponse.NoRoom());

        ScriptedStore.speak();
        first.toCompletableFuture().get();
        assertThat(artifactId(store.keep(RawPayloadWrite.of(event(), large)))).isNotNull();
    }

    @Test
    void asksNoMoreQuestionsThanItsShareAndLeavesAnotherItsOwn() throws Exception {
        HttpRawPayloadClient flooded = store("key-between", new RawPayloadCapacity(1, 2, 100_000));
        HttpRawPayloadClient other = store("key-between", new RawPayloadCapacity(1, 2, 100_000));
        ScriptedStore.fallSilent();
        CompletableFuture<RawPayloadResponse> held = flooded.keep(put()).toCompletableFuture();
        CompletableFuture<RawPayloadResponse> waiting = flooded.keep(put()).toCompletableFuture();
        Awaitility.await().until(() -> ScriptedStore.listening() == 1);

        assertThat(flooded.keep(put()).toCompletableFuture()).isCompletedWithValue(new RawPayloadResponse.NoRoom());

        ScriptedStore.speakToWhoComes();
        assertThat(artifactId(other.keep(put()))).isNotNull();
        assertThat(held).isNotDone();
        assertThat(waiting).isNotDone();
    }

    /** The store says nothing until the event has gone on. */
    @Test
    void anEventGoesOnWhileTheStoreIsSilent() {
        ScriptedStore.fallSilent();
        RawPayloadWriter keeper = new RawPayloadWriter(
                Optional.of(store("key-between", RawPayloadCapacity.PROMPT)),
                Duration.ofMillis(50),
                System::nanoTime,
                outcome -> {});

        RawPayloadOutcome outcome = keeper.keep(event(), new RawPayload.Scrubbed("{}".getBytes(StandardCharsets.UTF_8)))
                .join();

        assertThat(outcome).isEqualTo(new RawPayloadOutcome.LeftOut(RawPayloadOutcome.Why.UNAVAILABLE));
        ScriptedStore.speak();
    }

    private static RawPayloadWrite put() {
        return RawPayloadWrite.of(event(), "{}".getBytes(StandardCharsets.UTF_8));
    }

    private static String artifactId(CompletionStage<RawPayloadResponse> answer) throws Exception {
        return ((RawPayloadResponse.Answered) answer.toCompletableFuture().get())
                .kept()
                .artifactId();
    }

    private static EventEnvelope event() {
        return ((NormalizationResult.Accepted) EventNormalizer.normalise(
                        InboundMessage.bare(
                                EventBodies.shortForm(UUID.randomUUID().toString()), null),
                        EventOrigin.api("red"),
                        "p",
                        Instant.EPOCH))
                .envelope();
    }
}
