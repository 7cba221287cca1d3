package dev.agenthost.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ConversationRangeTest {
    @Test
    void aTenthIsInTheLargeConversationAndAllAreThere() {
        var stretches = ConversationRange.more(0, 0, 100_000);
        assertThat(stretches.getFirst()).isEqualTo(new ConversationRange(ConversationRange.LARGE, 0, 10_000));
        assertThat(stretches.stream().mapToLong(ConversationRange::count).sum()).isEqualTo(100_000);
        assertThat(stretches.stream().skip(1).mapToLong(ConversationRange::count))
                .allMatch(size -> size <= 900);
    }

    @Test
    void moreComesBehindWhatIsThere() {
        var first = ConversationRange.more(0, 0, 1000);
        var more = ConversationRange.more(1000, first.getLast().conversation(), 5000);
        assertThat(more.getFirst()).isEqualTo(new ConversationRange(ConversationRange.LARGE, 100, 500));
        assertThat(more.get(1).conversation()).isEqualTo(first.getLast().conversation() + 1);
        assertThat(more.stream().mapToLong(ConversationRange::count).sum()).isEqualTo(4000);
    }

    @Test
    void stepsAreAThousandAMillionAndTheEnd() {
        assertThat(ContextStoreScale.steps(10_000_000)).containsExactly(1000L, 1_000_000L, 10_000_000L);
        assertThat(ContextStoreScale.steps(100_000)).containsExactly(1000L, 100_000L);
        assertThat(ContextStoreScale.steps(1000)).containsExactly(1000L);
    }

    @Test
    void rowsHaveAValueForEachColumnAndJsonInThem() {
        var stretch = new ConversationRange(4, 0, 10);
        LongStream.rangeClosed(1, 10).forEach(seq -> {
            assertThat(Rows.transcript(stretch, seq).strip().split("\t")).hasSize(columns(Rows.TRANSCRIPT));
            var logged = Rows.logged(stretch, seq).strip().split("\t");
            assertThat(logged).hasSize(columns(Rows.EVENT_LOG));
            JsonNode data = json(logged[11]);
            assertThat(data.isObject()).isTrue();
        });
        assertThat(Rows.conversation(stretch).strip().split("\t")).hasSize(columns(Rows.CONVERSATIONS));
    }

    private static int columns(String into) {
        return into.split(",").length;
    }

    private static JsonNode json(String text) {
        try {
            return ProtocolCodec.mapper().readTree(text);
        } catch (java.io.IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
