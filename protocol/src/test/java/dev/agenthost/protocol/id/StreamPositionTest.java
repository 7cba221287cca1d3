package dev.agenthost.protocol.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPositionTest {
    @Property
    void readsWhatItWrites(
            @ForAll @IntRange(max = 999_999_999) int attempt, @ForAll @LongRange(max = 1L << 55) long at) {
        StreamPosition position = new StreamPosition(attempt, at);
        assertThat(StreamPosition.parse(position.toString())).isEqualTo(position);
    }

    @Property
    void aLaterAttemptIsAfterAllOfAnEarlierOne(
            @ForAll @IntRange(max = 1000) int attempt, @ForAll @LongRange long one, @ForAll @LongRange long other) {
        assertThat(new StreamPosition(attempt + 1, one).isAfter(new StreamPosition(attempt, other)))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1-", "-1", "1-2-3", "a-b", "1- 2", " 1-2", "+1-2", "1-99999999999999999999"})
    void refusesWhatIsNoPosition(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> StreamPosition.parse(text));
    }
}
