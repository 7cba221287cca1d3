package dev.agenthost.orchestrator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InboxQueueTest {
    private static final InboxItem RESULT = new InboxItem.Result(NullNode.getInstance(), false);
    private static final InboxItem END = new InboxItem.StreamEnd();

    private final InboxQueue mailbox = new InboxQueue();

    @Test
    void givesBackWhatCameInItsOrderAndWeighsTheRest() {
        mailbox.put(RESULT, 10);
        mailbox.put(END, 0);

        assertThat(mailbox.frames()).isEqualTo(2);
        assertThat(mailbox.characters()).isEqualTo(10);
        assertThat(taken()).contains(RESULT);
        assertThat(mailbox.characters()).isZero();
        assertThat(taken()).contains(END);
        assertThat(taken()).isEmpty();
    }

    @Test
    void nothingFitsAfterTheEnd() {
        mailbox.put(END, 0);
        mailbox.put(RESULT, 10);

        assertThat(mailbox.isSealed()).isTrue();
        assertThat(taken()).contains(END);
        assertThat(taken()).isEmpty();
    }

    @Test
    void whatItHeldIsGoneWhenItGivesWay() {
        mailbox.put(RESULT, 10);
        mailbox.put(END, 0);
        mailbox.overflow();

        assertThat(mailbox.characters()).isZero();
        assertThat(taken()).contains(new InboxItem.Overflow());
        assertThat(taken()).isEmpty();
        mailbox.put(RESULT, 10);
        assertThat(taken()).isEmpty();
    }

    private Optional<InboxItem> taken() {
        return mailbox.take().map(InboxQueue.Letter::arrival);
    }
}
