package dev.agenthost.delivery.takeover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.agenthost.protocol.error.InvalidFieldException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the decisions about takeovers that need no database. */
class TakeoverRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-29T16:00:00Z");
    private static final ConversationAddress CHAT = new ConversationAddress("demo", "support", "7", null);

    @Test
    void aTakeoverHasAnEndInTheFutureWithinAWeek() {
        assertThat(TakeoverTerm.end(null, NOW)).isEqualTo(NOW.plus(Duration.ofHours(1)));
        assertThat(TakeoverTerm.end(NOW.plusSeconds(1), NOW)).isEqualTo(NOW.plusSeconds(1));
        assertThat(TakeoverTerm.end(NOW.plus(Duration.ofDays(7)), NOW)).isEqualTo(NOW.plus(Duration.ofDays(7)));

        for (Instant wrong :
                Set.of(NOW, NOW.minusSeconds(1), NOW.plus(Duration.ofDays(7)).plusMillis(1), Instant.MAX)) {
            assertThatThrownBy(() -> TakeoverTerm.end(wrong, NOW))
                    .isInstanceOfSatisfying(InvalidFieldException.class, e -> assertThat(e.field())
                            .isEqualTo("until"));
        }
    }

    @Test
    void aTakeoverIsActiveUntilItsTimeOrItsEnd() {
        Takeover takeover =
                new Takeover(CHAT, "telegram", new Takeover.Operator("k", "Ada"), NOW, NOW.plusSeconds(9), null);
        assertThat(takeover.isActive(NOW.plusSeconds(8))).isTrue();
        assertThat(takeover.isActive(NOW.plusSeconds(9))).isFalse();
        assertThat(takeover.published().isActive(NOW.plusSeconds(8))).isTrue();
        assertThat(takeover.published().recordKey()).isEqualTo("demo/support/7/");
        Takeover ended = new Takeover(CHAT, "telegram", takeover.operator(), NOW, takeover.until(), NOW.plusSeconds(2));
        assertThat(ended.isActive(NOW.plusSeconds(3))).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a\u0000b"})
    void aMessageNeedsAnIdAndAText(String wrong) {
        assertThatThrownBy(() -> OperatorMessage.of(wrong, "hello"))
                .isInstanceOfSatisfying(
                        InvalidFieldException.class, e -> assertThat(e.field()).isEqualTo("message_id"));
        assertThatThrownBy(() -> OperatorMessage.of("m", wrong))
                .isInstanceOfSatisfying(
                        InvalidFieldException.class, e -> assertThat(e.field()).isEqualTo("text"));
    }

    @Test
    void aMessageIsBoundedAndHasOneIdInItsConversation() {
        assertThatThrownBy(() -> OperatorMessage.of("m".repeat(257), "hello")).hasMessageContaining("message_id");
        assertThatThrownBy(() -> OperatorMessage.of("m", "x".repeat(OperatorMessage.TEXT_CHARS + 1)))
                .hasMessageContaining("text");

        Set<Object> ids = new HashSet<>();
        ids.add(OperatorMessage.of("m", "a").sendId(CHAT));
        ids.add(OperatorMessage.of("m", "b").sendId(CHAT));
        assertThat(ids).hasSize(1);
        ids.add(OperatorMessage.of("n", "a").sendId(CHAT));
        ids.add(OperatorMessage.of("m", "a").sendId(new ConversationAddress("demo", "support", "7", "1")));
        ids.add(OperatorMessage.of("m", "a").sendId(new ConversationAddress("other", "support", "7", null)));
        assertThat(ids).hasSize(4);
    }

    @Test
    void anOldReadingOfTheDirectoryPermitsNoCall() {
        AtomicLong clock = new AtomicLong();
        TakeoverDirectory directory = new TakeoverDirectory(clock::get);
        assertThat(directory.mayCall("a")).isFalse();

        directory.take(Set.of("a"), clock.get());
        clock.addAndGet(TakeoverDirectory.VALIDITY.toNanos() - 1);
        assertThat(directory.mayCall("a")).isFalse();
        assertThat(directory.isTakenOver("a")).isTrue();
        assertThat(directory.mayCall("b")).isTrue();

        clock.incrementAndGet();
        assertThat(directory.mayCall("b")).isFalse();
        assertThat(directory.isTakenOver("b")).isFalse();
    }
}
