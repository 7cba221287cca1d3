package dev.agenthost.im.discord.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.discord.calls.DiscordInteraction;
import dev.agenthost.im.discord.form.FormValues;
import dev.agenthost.im.discord.gateway.DiscordDispatch;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DiscordInboundTest {

    @TestFactory
    Stream<DynamicTest> eachEventHasItsOutcome() {
        return DiscordEventCases.all().stream()
                .map(row -> DynamicTest.dynamicTest(row.path("name").asText(), () -> check(row)));
    }

    @Test
    void eachCaseNamesItsSource() {
        assertThat(DiscordEventCases.all()).hasSizeGreaterThan(70).allMatch(row -> row.path("source")
                .asText()
                .matches("assumed|https://docs\\.discord\\.com/developers/.+"));
    }

    /** An application receives interactions over the gateway or HTTP, and a person may change which. */
    @Test
    void anInteractionIsTheSameOverBothDoors() {
        List<JsonNode> interactions = DiscordEventCases.all().stream()
                .filter(row -> row.path("event").path("t").asText().equals("INTERACTION_CREATE"))
                .toList();

        assertThat(interactions).hasSizeGreaterThan(10).allSatisfy(row -> assertThat(
                        DiscordInbound.interaction(row.path("event").path("d"), DiscordEventCases.bot(null)))
                .isEqualTo(map(row)));
    }

    /** A resumed connection repeats events with their sequence; a reaction that is set again has another one. */
    @Test
    void aRepeatedEventHasTheSameId() {
        JsonNode reaction = named("a reaction");
        DiscordDispatch first = DiscordEventCases.dispatch(reaction);
        DiscordDispatch other = new DiscordDispatch(first.sessionId(), 5, first.type(), first.data());
        DiscordDispatch ofSession = new DiscordDispatch("other", 4, first.type(), first.data());

        assertThat(id(first)).isEqualTo(id(first)).doesNotContain(first.sessionId() + ":");
        assertThat(id(other)).isNotEqualTo(id(first));
        assertThat(id(ofSession)).isNotEqualTo(id(first));
    }

    /** Another session announces the server again, and the time of the join is the same. */
    @Test
    void aJoinIsOneEventForTenMinutes() {
        DiscordDispatch join = DiscordEventCases.dispatch(named("the bot has joined a server"));
        DiscordDispatch again = new DiscordDispatch("other", 9, join.type(), join.data());

        assertThat(id(again)).isEqualTo(id(join));
        assertThat(DiscordInbound.dispatch(
                        join, DiscordEventCases.bot(null), DiscordEventCases.NOW.plus(Duration.ofMinutes(11))))
                .isInstanceOf(DiscordMapping.Ignored.class);
    }

    private static String id(DiscordDispatch dispatch) {
        DiscordMapping mapped = DiscordInbound.dispatch(dispatch, DiscordEventCases.bot(null), DiscordEventCases.NOW);
        return ((DiscordMapping.Event) mapped).body().path("event_id").asText();
    }

    private static JsonNode named(String name) {
        return DiscordEventCases.all().stream()
                .filter(row -> row.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static DiscordMapping map(JsonNode row) {
        return DiscordInbound.dispatch(
                DiscordEventCases.dispatch(row),
                DiscordEventCases.bot(row.path("only_guild").textValue()),
                DiscordEventCases.NOW);
    }

    private static void check(JsonNode row) {
        switch (map(row)) {
            case DiscordMapping.Event(ObjectNode body, List<DiscordFile> files, DiscordInteraction interaction) -> {
                assertThat(row.path("expect")).as(body.toString()).isNotEmpty();
                row.path("expect")
                        .properties()
                        .forEach(member -> checkMember(body, member.getKey(), member.getValue()));
                assertThat(files).hasSize(body.path("data").path("files").size());
                assertThat(files.stream()
                                .map(file -> file.id() + " " + file.url())
                                .toList())
                        .isEqualTo(row.path("files")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toList());
                checkInteraction(row, interaction);
            }
            case DiscordMapping.Press(ButtonKey key, String actor, DiscordInteraction interaction) -> {
                assertThat(key.text()).contains(row.path("press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
                checkInteraction(row, interaction);
            }
            case DiscordMapping.FormPress(ButtonKey key, String actor, DiscordInteraction interaction) -> {
                assertThat(key.text()).contains(row.path("form_press").asText());
                assertThat(actor).isEqualTo(row.path("actor").asText());
                checkInteraction(row, interaction);
            }
            case DiscordMapping.SubmittedForm(FormValues form, String actor, DiscordInteraction interaction) -> {
                assertThat(form.key().text()).contains(row.path("submission").asText());
                assertThat(form.values()).isEqualTo(row.path("values"));
                assertThat(actor).isEqualTo(row.path("actor").asText());
                checkInteraction(row, interaction);
            }
            case DiscordMapping.Ignored(String type, String why) -> {
                assertThat(row.path("ignored").asText()).isEqualTo(type);
                assertThat(why).endsWith(".");
            }
            case DiscordMapping.Unreadable(String field, String why) -> {
                assertThat(row.path("unreadable").asText()).isEqualTo(field);
                assertThat(why).startsWith("must ");
            }
        }
    }

    private static void checkInteraction(JsonNode row, @Nullable DiscordInteraction interaction) {
        assertThat(interaction == null ? null : interaction.id() + " " + interaction.type())
                .isEqualTo(row.path("interaction").textValue());
    }

    private static void checkMember(ObjectNode body, String path, JsonNode expected) {
        JsonNode value = body.at(path);
        if (expected.isNull()) {
            assertThat(value.asText("")).as(path).isEmpty();
            assertThat(value.isContainerNode() && !value.isEmpty()).as(path).isFalse();
        } else {
            assertThat(value.asText())
                    .as(path)
                    .isEqualTo(expected.asText().replace("$SESSION", DiscordEventCases.sessionKey()));
        }
    }
}
