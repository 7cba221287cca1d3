package dev.agenthost.orchestrator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private static final Arrival RESULT = new Arrival.Result(NullNode.getInstance(), false);
    private static final Arrival END = new Arrival.StreamEnd();

    @Test
    void endsTheRunThatOverflowsAfterWhatItHeld() {
        Mailbox mailbox = new Mailbox(new MailboxBounds(2, 1000));

        assertThat(mailbox.put(RESULT, 10)).isTrue();
        assertThat(mailbox.put(RESULT, 10)).isTrue();
        assertThat(mailbox.put(RESULT, 10)).isFalse();

        assertThat(mailbox.take()).contains(RESULT);
        assertThat(mailbox.take()).contains(RESULT);
        assertThat(mailbox.take()).contains(new Arrival.Overflow());
        assertThat(mailbox.put(RESULT, 10)).isTrue();
        assertThat(mailbox.take()).isEmpty();
    }

    @Test
    void whatItHeldIsGoneWhenItGivesWay() {
        Mailbox mailbox = new Mailbox(new MailboxBounds(10, 1000));
        mailbox.put(RESULT, 10);
        mailbox.put(END, 0);
        mailbox.overflow();

        assertThat(mailbox.characters()).isZero();
        assertThat(mailbox.take()).contains(new Arrival.Overflow());
        assertThat(mailbox.take()).isEmpty();
        assertThat(mailbox.put(RESULT, 10)).isTrue();
        assertThat(mailbox.take()).isEmpty();
    }

    @Test
    void overflowsByCharactersToo() {
        Mailbox mailbox = new Mailbox(new MailboxBounds(100, 25));

        assertThat(mailbox.put(RESULT, 20)).isTrue();
        assertThat(mailbox.put(RESULT, 20)).isFalse();
    }

    @Test
    void letsOneLargeResultIntoAnEmptyMailbox() {
        Mailbox mailbox = new Mailbox(new MailboxBounds(100, 25));

        assertThat(mailbox.put(RESULT, 500)).isTrue();
        assertThat(mailbox.take()).contains(RESULT);
        assertThat(mailbox.put(RESULT, 20)).isTrue();
    }

    @Test
    void hasRoomForTheEndOfTheStreamEvenWhenFull() {
        Mailbox mailbox = new Mailbox(new MailboxBounds(1, 1000));
        mailbox.put(RESULT, 10);

        assertThat(mailbox.put(END, 0)).isTrue();
        mailbox.take();
        assertThat(mailbox.take()).contains(END);
    }
}
