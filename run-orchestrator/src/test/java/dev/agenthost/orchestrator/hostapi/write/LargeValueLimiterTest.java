package dev.agenthost.orchestrator.hostapi.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.hostapi.dispatch.HostCallResponse;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.store.state.StorageLimits;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LargeValueLimiterTest {
    private static final HostCallResponse DONE = new HostCallResponse.Served(JsonNodeFactory.instance.objectNode());
    private static final long LARGEST = (StorageLimits.VALUE_BYTES + 2L) / 3 * 4;

    private final LargeValueLimiter underWay = new LargeValueLimiter();

    @Test
    void refusesAThirdLargestValueButNotASmallOne() {
        CompletableFuture<HostCallResponse> store = new CompletableFuture<>();
        var one = ask(LARGEST, store);
        var two = ask(LARGEST, store);

        assertThat(code(ask(LARGEST, store))).isEqualTo(FailureCode.RATE_LIMITED.wire());
        assertThat(ask(1000, CompletableFuture.completedFuture(DONE)).getItem()).isEqualTo(DONE);
        store.complete(DONE);
        assertThat(one.getItem()).isEqualTo(two.getItem()).isEqualTo(DONE);
        assertThat(ask(LARGEST, store).getItem()).isEqualTo(DONE);
    }

    @Test
    void releasesFailedAndCancelledCalls() {
        for (int i = 0; i < 5; i++) {
            ask(LARGEST, CompletableFuture.failedFuture(new IllegalStateException("away")))
                    .assertFailedWith(IllegalStateException.class);
            ask(LARGEST, new CompletableFuture<>()).cancel();
        }

        assertThat(ask(LARGEST, CompletableFuture.completedFuture(DONE)).getItem())
                .isEqualTo(DONE);
    }

    @Test
    void aRetryCountsOnce() {
        Uni<HostCallResponse> call =
                underWay.with(LARGEST, Uni.createFrom().failure(new IllegalStateException("away")));

        call.onFailure().retry().atMost(5).subscribe().withSubscriber(UniAssertSubscriber.create());

        assertThat(ask(LARGEST, CompletableFuture.completedFuture(DONE)).getItem())
                .isEqualTo(DONE);
    }

    private UniAssertSubscriber<HostCallResponse> ask(long characters, CompletableFuture<HostCallResponse> store) {
        return underWay.with(characters, Uni.createFrom().completionStage(store))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    private static String code(UniAssertSubscriber<HostCallResponse> subscriber) {
        return ((HostCallResponse.Refused) subscriber.getItem()).error().code();
    }
}
