package dev.agenthost.orchestrator.lifecycle.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InboxQueueTest {
    private static final InboxItem RESULT = new InboxItem.Result(NullNode.getInstance(), false);
    private static final InboxItem END = new InboxItem.StreamEnd();

    private final InboxQueue queue = new InboxQueue();

    @Test
    void givesBackWhatCameInItsOrderAndWeighsTheRest() {
        queue.put(RESULT, 10);
        queue.put(END, 0);

        assertThat(queue.waiting()).isEqualTo(new InboxBatch.Frames(2, 10));
        assertThat(taken()).contains(RESULT);
        assertThat(queue.waiting()).isEqualTo(new InboxBatch.Frames(1, 0));
        assertThat(taken()).contains(END);
        assertThat(taken()).isEmpty();
    }

    @Test
    void nothingFitsAfterTheEnd() {
        queue.put(END, 0);
        queue.put(RESULT, 10);

        assertThat(queue.isSealed()).isTrue();
        assertThat(taken()).contains(END);
        assertThat(taken()).isEmpty();
    }

    @Test
    void whatItHeldIsGoneWhenItGivesWay() {
        queue.put(RESULT, 10);
        queue.put(END, 0);

        assertThat(queue.overflow()).isEqualTo(new InboxBatch.Frames(2, 10));
        assertThat(queue.waiting()).isEqualTo(InboxBatch.Frames.NONE);
        assertThat(taken()).contains(new InboxItem.Overflow());
        assertThat(taken()).isEmpty();
        queue.put(RESULT, 10);
        assertThat(taken()).isEmpty();
    }

    private Optional<InboxItem> taken() {
        return queue.take().map(InboxQueue.Letter::arrival);
    }
}
