package dev.agenthost.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RunEndCounterTest {
    @Test
    void countsGoodAndBadEnds() {
        var ends = new RunEndCounter();
        var good = new CompletableFuture<Long>();
        var bad = new CompletableFuture<Long>();
        ends.follow(good);
        ends.follow(bad);
        assertThat(ends.areAllIn()).isFalse();
        good.complete(1L);
        bad.completeExceptionally(new IOException("run.failed"));
        assertThat(ends.areAllIn()).isTrue();
        assertThat(ends.well()).isEqualTo(1);
        assertThat(ends.failed()).isEqualTo(1);
        assertThat(ends.reasons()).singleElement().asString().contains("run.failed");
    }

    @Test
    void whatWasRefusedIsNoEndOfWhatIsFollowed() {
        var ends = new RunEndCounter();
        ends.follow(new CompletableFuture<>());
        ends.refused(new IOException("503"));
        assertThat(ends.areAllIn()).isFalse();
        assertThat(ends.failed()).isEqualTo(1);
    }
}
