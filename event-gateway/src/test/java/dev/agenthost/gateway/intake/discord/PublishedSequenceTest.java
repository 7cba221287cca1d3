package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedSequenceTest {
    private final PublishedSequence sequence = new PublishedSequence("s", 3);

    @Test
    void anEventThatIsNotPublishedHoldsItBack() {
        sequence.received(4);
        sequence.received(5);
        sequence.received(6);
        sequence.published(5);
        sequence.published(6);
        assertThat(sequence.value()).isEqualTo(3);

        sequence.published(4);
        assertThat(sequence.value()).isEqualTo(6);
    }

    @Test
    void aResumedSessionBeginsWithTheRecordedSequence() {
        assertThat(sequence.value()).isEqualTo(3);
    }

    @Test
    void anotherSessionHasAnotherSequence() {
        assertThat(sequence.isOf("s")).isTrue();
        assertThat(sequence.isOf("t")).isFalse();
    }
}
