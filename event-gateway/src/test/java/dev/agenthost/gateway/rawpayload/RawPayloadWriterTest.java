package dev.agenthost.gateway.rawpayload;

import static dev.agenthost.gateway.rawpayload.RawPayloadOutcome.Why.FORGOTTEN;
import static dev.agenthost.gateway.rawpayload.RawPayloadOutcome.Why.TOO_LARGE;
import static dev.agenthost.gateway.rawpayload.RawPayloadOutcome.Why.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.inbound.EventBodies;
import dev.agenthost.gateway.inbound.EventNormalizer;
import dev.agenthost.gateway.inbound.EventOrigin;
import dev.agenthost.gateway.inbound.InboundMessage;
import dev.agenthost.gateway.inbound.NormalizationResult;
import dev.agenthost.gateway.inbound.RawPayload;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome.LeftOut;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome.Nothing;
import dev.agenthost.gateway.rawpayload.RawPayloadOutcome.Stored;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.store.RawPayloadStored;
import dev.agenthost.protocol.store.RawPayloadWrite;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RawPayloadWriterTest {
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private final RawPayload payload = new RawPayload.Scrubbed("{\"update_id\":1}".getBytes(StandardCharsets.UTF_8));
    private final EventEnvelope event = event();
    private final List<RawPayloadWrite> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private long now = 1_795_219_976;

    @Test
    void whatIsKeptIsNamedInTheEventAndNothingElseOfItChanges() {
        RawPayloadOutcome outcome = keeper(put -> done(put.eventId().toString()))
                .keep(event, payload)
                .join();

        assertThat(outcome).isEqualTo(new Stored(event.eventId().toString()));
        assertThat(outcome.in(event))
                .isEqualTo(event.keptAt(new RawEventRef(event.eventId().toString(), null)));
        assertThat(asked)
                .containsExactly(RawPayloadWrite.of(event, "{\"update_id\":1}".getBytes(StandardCharsets.UTF_8)));
        assertThat(told).containsExactly("kept");
    }

    @Test
    void anEventGoesOnAsItIsWithoutOne() {
        RawPayloadWriter keeper = keeper(put -> done(null));

        assertThat(keeper.keep(event, new RawPayload.Nothing()).join()).isEqualTo(new Nothing());
        assertThat(keeper.keep(event, new RawPayload.TooLarge()).join()).isEqualTo(new LeftOut(TOO_LARGE));
        assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(FORGOTTEN));

        assertThat(new LeftOut(FORGOTTEN).in(event)).isEqualTo(event);
        assertThat(new Nothing().in(event)).isEqualTo(event);
        assertThat(told).containsExactly("too_large", "forgotten");
    }

    @Test
    void whereNoStoreIsNamedTheyAreLeftOut() {
        RawPayloadWriter keeper =
                new RawPayloadWriter(Optional.empty(), PATIENCE, () -> now, outcome -> told.add(outcome.word()));

        assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));

        assertThat(told).containsExactly("unavailable");
    }

    @Test
    void noEventWaitsForAStoreThatSaysNothing() {
        assertThat(keeper(put -> new CompletableFuture<>()).keep(event, payload).join())
                .isEqualTo(new LeftOut(UNAVAILABLE));
    }

    @Test
    void aStoreThatFailsAgainAndAgainIsLeftAloneForAWhile() {
        RawPayloadWriter keeper = keeper(put -> CompletableFuture.failedFuture(new IllegalStateException("away")));

        for (int i = 0; i < 10; i++) {
            assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));
        }
        assertThat(asked).hasSize(3);

        now += PATIENCE.multipliedBy(20).toNanos() - 1;
        keeper.keep(event, payload).join();
        assertThat(asked).hasSize(3);

        now++;
        keeper.keep(event, payload).join();
        assertThat(asked).hasSize(4);
    }

    @Test
    void oneAnswerMakesUpForTheFailuresBefore() {
        RawPayloadWriter keeper = keeper(put -> asked.size() % 3 == 0
                ? done(put.eventId().toString())
                : CompletableFuture.failedFuture(new IllegalStateException("away")));

        for (int i = 0; i < 9; i++) {
            keeper.keep(event, payload).join();
        }

        assertThat(asked).hasSize(9);
        assertThat(told).filteredOn("kept"::equals).hasSize(3);
    }

    @Test
    void whatIsNotAskedForWantOfRoomSaysNothingAboutTheStore() {
        RawPayloadWriter keeper = keeper(put -> asked.size() <= 10
                ? CompletableFuture.completedFuture(new RawPayloadResponse.NoRoom())
                : done(put.eventId().toString()));

        for (int i = 0; i < 10; i++) {
            assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));
        }

        assertThat(keeper.keep(event, payload).join()).isInstanceOf(Stored.class);
        assertThat(asked).hasSize(11);
    }

    @Test
    void whatComesTogetherIsLeftOutOnceItHasWaitedForAsLongAsOneMay() {
        RawPayloadWriter keeper = keeper(put -> done(put.eventId().toString()));
        Iterator<Long> readings =
                List.of(now, now + PATIENCE.toNanos() - 1, now, now + 1).iterator();
        RawPayloadBatch turn = new RawPayloadBatch(keeper, PATIENCE, readings::next);

        turn.await(turn.keep(event, payload));
        assertThat(turn.await(turn.keep(event, payload))).isInstanceOf(Stored.class);

        assertThat(turn.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));
        assertThat(turn.keep(event, new RawPayload.TooLarge()).join()).isEqualTo(new LeftOut(TOO_LARGE));
        assertThat(turn.keep(event, new RawPayload.Nothing()).join()).isEqualTo(new Nothing());
        assertThat(asked).hasSize(2);
        assertThat(told).containsExactly("kept", "kept", "unavailable", "too_large");
    }

    private RawPayloadWriter keeper(Function<RawPayloadWrite, CompletionStage<RawPayloadResponse>> answers) {
        RawPayloadClient store = put -> {
            asked.add(put);
            return answers.apply(put);
        };
        return new RawPayloadWriter(Optional.of(store), PATIENCE, () -> now, outcome -> told.add(outcome.word()));
    }

    private static CompletionStage<RawPayloadResponse> done(String artifactId) {
        return CompletableFuture.completedFuture(new RawPayloadResponse.Answered(new RawPayloadStored(artifactId)));
    }

    private static EventEnvelope event() {
        return ((NormalizationResult.Accepted) EventNormalizer.normalise(
                        InboundMessage.bare(EventBodies.shortForm("m1"), null),
                        EventOrigin.api("red"),
                        "p",
                        Instant.EPOCH))
                .envelope();
    }
}
