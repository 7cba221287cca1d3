package dev.agenthost.gateway.raw;

import static dev.agenthost.gateway.raw.RawOutcome.Why.FORGOTTEN;
import static dev.agenthost.gateway.raw.RawOutcome.Why.TOO_LARGE;
import static dev.agenthost.gateway.raw.RawOutcome.Why.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.raw.RawOutcome.Kept;
import dev.agenthost.gateway.raw.RawOutcome.LeftOut;
import dev.agenthost.gateway.raw.RawOutcome.Nothing;
import dev.agenthost.protocol.entrance.Bodies;
import dev.agenthost.protocol.entrance.Normalised;
import dev.agenthost.protocol.entrance.Normaliser;
import dev.agenthost.protocol.entrance.Origin;
import dev.agenthost.protocol.entrance.RawPayload;
import dev.agenthost.protocol.entrance.Said;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.event.RawEventRef;
import dev.agenthost.protocol.store.raw.RawKept;
import dev.agenthost.protocol.store.raw.RawPut;
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

class RawKeeperTest {
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private final RawPayload payload = new RawPayload.Scrubbed("{\"update_id\":1}".getBytes(StandardCharsets.UTF_8));
    private final EventEnvelope event = event();
    private final List<RawPut> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private Instant now = Instant.ofEpochSecond(1_795_219_976);

    @Test
    void whatIsKeptIsNamedInTheEventAndNothingElseOfItChanges() {
        RawOutcome outcome = keeper(put -> done(put.eventId().toString()))
                .keep(event, payload)
                .join();

        assertThat(outcome).isEqualTo(new Kept(event.eventId().toString()));
        assertThat(outcome.in(event))
                .isEqualTo(event.keptAt(new RawEventRef(event.eventId().toString(), null)));
        assertThat(asked).containsExactly(RawPut.of(event, "{\"update_id\":1}".getBytes(StandardCharsets.UTF_8)));
        assertThat(told).containsExactly("kept");
    }

    @Test
    void anEventGoesOnAsItIsWithoutOne() {
        RawKeeper keeper = keeper(put -> done(null));

        assertThat(keeper.keep(event, new RawPayload.Nothing()).join()).isEqualTo(new Nothing());
        assertThat(keeper.keep(event, new RawPayload.TooLarge()).join()).isEqualTo(new LeftOut(TOO_LARGE));
        assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(FORGOTTEN));

        assertThat(new LeftOut(FORGOTTEN).in(event)).isEqualTo(event);
        assertThat(new Nothing().in(event)).isEqualTo(event);
        assertThat(told).containsExactly("too_large", "forgotten");
    }

    @Test
    void whereNoStoreIsNamedTheyAreLeftOut() {
        RawKeeper keeper = new RawKeeper(Optional.empty(), PATIENCE, () -> now, outcome -> told.add(outcome.word()));

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
        RawKeeper keeper = keeper(put -> CompletableFuture.failedFuture(new IllegalStateException("away")));

        for (int i = 0; i < 10; i++) {
            assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));
        }
        assertThat(asked).hasSize(3);

        now = now.plus(PATIENCE.multipliedBy(20)).minusNanos(1);
        keeper.keep(event, payload).join();
        assertThat(asked).hasSize(3);

        now = now.plusNanos(1);
        keeper.keep(event, payload).join();
        assertThat(asked).hasSize(4);
    }

    @Test
    void oneAnswerMakesUpForTheFailuresBefore() {
        RawKeeper keeper = keeper(put -> asked.size() % 3 == 0
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
        RawKeeper keeper = keeper(put -> asked.size() <= 10
                ? CompletableFuture.completedFuture(new RawAnswer.NoRoom())
                : done(put.eventId().toString()));

        for (int i = 0; i < 10; i++) {
            assertThat(keeper.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));
        }

        assertThat(keeper.keep(event, payload).join()).isInstanceOf(Kept.class);
        assertThat(asked).hasSize(11);
    }

    @Test
    void whatComesTogetherIsLeftOutOnceItHasWaitedForAsLongAsOneMay() {
        RawKeeper keeper = keeper(put -> done(put.eventId().toString()));
        Iterator<Instant> readings = List.of(now, now.plus(PATIENCE).minusNanos(1), now, now.plusNanos(1))
                .iterator();
        RawTurn turn = new RawTurn(keeper, PATIENCE, readings::next);

        turn.await(turn.keep(event, payload));
        assertThat(turn.await(turn.keep(event, payload))).isInstanceOf(Kept.class);

        assertThat(turn.keep(event, payload).join()).isEqualTo(new LeftOut(UNAVAILABLE));
        assertThat(turn.keep(event, new RawPayload.TooLarge()).join()).isEqualTo(new LeftOut(TOO_LARGE));
        assertThat(turn.keep(event, new RawPayload.Nothing()).join()).isEqualTo(new Nothing());
        assertThat(asked).hasSize(2);
        assertThat(told).containsExactly("kept", "kept", "unavailable", "too_large");
    }

    private RawKeeper keeper(Function<RawPut, CompletionStage<RawAnswer>> answers) {
        RawStore store = put -> {
            asked.add(put);
            return answers.apply(put);
        };
        return new RawKeeper(Optional.of(store), PATIENCE, () -> now, outcome -> told.add(outcome.word()));
    }

    private static CompletionStage<RawAnswer> done(String artifactId) {
        return CompletableFuture.completedFuture(new RawAnswer.Told(new RawKept(artifactId)));
    }

    private static EventEnvelope event() {
        return ((Normalised.Accepted) Normaliser.normalise(
                        Said.bare(Bodies.shortForm("m1"), null), Origin.api("red"), "p", Instant.EPOCH))
                .envelope();
    }
}
