package dev.agenthost.im.discord.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.delivery.OutboundKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions with fields. */
class QuestionComponentsTest {
    private static final String FIELD = "{\"id\":\"f%d\",\"label\":\"F\",\"type\":\"text\"}";

    @Test
    void theButtonsOfAQuestionWithFieldsOpenItsForm() {
        JsonNode buttons =
                buttons(question("[{\"id\":\"a\",\"label\":\"Later\"},{\"id\":\"b\",\"label\":\"Order\"}]", 2));

        assertThat(buttons).hasSize(2).allSatisfy(button -> assertThat(
                        button.path("custom_id").asText())
                .matches("agenthost:form:q\\..*\\.[01]\\.t1")
                .hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void aQuestionWithoutActionsHasAButtonForItsForm() {
        assertThat(buttons(question("[]", 1)))
                .singleElement()
                .satisfies(button -> assertThat(button.path("label").asText()).isEqualTo("Answer"));
    }

    @Test
    void aQuestionWhoseFormDoesNotFitIsAskedInWords() {
        DiscordCall call = question("[]", 6);

        assertThat(DiscordParts.body(call).has("components")).isFalse();
        assertThat(DiscordParts.content(call)).isEqualTo("In words");
    }

    private static JsonNode buttons(DiscordCall call) {
        assertThat(DiscordParts.content(call)).isEqualTo("**Which?**");
        return DiscordParts.body(call).at("/components/0/components");
    }

    private static DiscordCall question(String actions, int fields) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < fields; i++) {
            all.append(i == 0 ? "" : ",").append(FIELD.formatted(i));
        }
        String payload = "{\"interaction_id\":\"i1\",\"title\":\"Which?\",\"fallback_text\":\"In words\",\"actions\":"
                + actions + ",\"fields\":[" + all + "]}";
        OutboundAction action = new OutboundAction(
                "interaction.requested", DiscordParts.json("{\"token\":\"t1\"}"), DiscordParts.json(payload));
        List<DiscordCall> calls = DiscordParts.calls(
                DiscordParts.part(DiscordParts.CHANNEL, OutboundKind.MESSAGE, "", List.of(), List.of(action)));
        assertThat(calls).hasSize(1);
        return calls.getFirst();
    }
}
