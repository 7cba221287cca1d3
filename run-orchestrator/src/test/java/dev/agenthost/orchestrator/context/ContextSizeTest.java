package dev.agenthost.orchestrator.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import org.junit.jupiter.api.Test;

class ContextSizeTest {
    private static final int MOST = 10_000;

    private final ObjectNode context = JsonNodeFactory.instance.objectNode();

    @Test
    void aContextWithinTheLimitIsUnchanged() {
        context.putObject("state").putObject("actor").put("k", "x".repeat(100));
        ObjectNode before = context.deepCopy();

        assertThat(ContextSize.fit(context, MOST)).isTrue();
        assertThat(context).isEqualTo(before);
    }

    @Test
    void omitsAndNamesTheLargestRequestableParts() {
        ObjectNode actor = context.putObject("state").putObject("actor");
        actor.put("small", "x".repeat(100)).put("large", "é".repeat(4_000)).put("middle", "x".repeat(3_000));
        context.putObject("event").putObject("data").put("text", "x".repeat(7_000));

        assertThat(ContextSize.fit(context, MOST)).isTrue();
        assertThat(JsonText.bytes(context)).isLessThanOrEqualTo(MOST);
        assertThat(context.at("/state/actor").properties()).hasSize(2);
        assertThat(context.at("/event/data")).isEmpty();
        assertThat(context.at("/runtime/metadata/left_out").toString())
                .isEqualTo("[\"state.actor.large\",\"event.data\"]");
    }

    @Test
    void neverOmitsPartsThatCannotBeRequested() {
        context.putObject("input").put("text", "x".repeat(MOST));
        context.putObject("state").putObject("actor").put("k", "x".repeat(100));

        assertThat(ContextSize.fit(context, MOST)).isFalse();
    }

    @Test
    void countsBytesAndNotCharacters() {
        ObjectNode text = JsonNodeFactory.instance.objectNode().put("t", "aé中😀\"");
        assertThat(JsonText.bytes(text))
                .isEqualTo(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        assertThat(JsonText.fits(text, 20)).isEqualTo(JsonText.bytes(text) <= 20);
        assertThat(JsonText.fits(text, 10)).isFalse();
    }
}
