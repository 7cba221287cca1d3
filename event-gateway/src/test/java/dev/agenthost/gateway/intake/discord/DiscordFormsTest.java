package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult.InvalidValue;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.discord.ScriptedDiscordModal;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A question with fields: its button opens a form, whose submission is the answer. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(ScriptedOrchestrator.class)
@QuarkusTestResource(value = PostgresTestDatabase.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = DiscordPlatform.Permissions.class, restrictToAnnotatedClass = true)
class DiscordFormsTest {
    private static final String BOT = "discord-forms";
    private static final String QUESTION = """
            {"interaction_id":"i1","title":"Size?","fallback_text":"Reply with a size.",
             "fields":[{"id":"size","label":"Size","type":"select","required":true,
              "options":[{"value":"s","label":"Small"},{"value":"l","label":"Large"}]},
              {"id":"count","label":"Count","type":"number"}]}""";

    @Inject
    BotRegistry bots;

    private final RunId run = new RunId(UUID.randomUUID());
    private final String id = "agenthost:form:"
            + new ButtonKey(run, 0, UUID.randomUUID().toString().substring(0, 8))
                    .text()
                    .orElseThrow();

    @BeforeEach
    void ask() {
        bots.complete();
        bots.take(DiscordBot.interacting(BOT, true, DiscordBot.KEY.publicKey()));
        ScriptedOrchestrator.FORMS.ask(QUESTION);
    }

    @Test
    void theButtonOpensTheFormAndItsSubmissionIsTheAnswer() {
        JsonNode modal = open();

        submit(modal, Map.of("size", List.of("l"), "count", "3"), "Your answer was accepted.");
        assertThat(ScriptedOrchestrator.FORMS.responses()).singleElement().satisfies(form -> {
            assertThat(form.press().runId()).isEqualTo(run);
            assertThat(form.press().actorId()).isEqualTo("5");
            assertThat(form.values()).hasToString("{\"size\":\"l\",\"count\":3}");
        });
    }

    @Test
    void aTextThatIsNoNumberIsNotSubmitted() {
        submit(open(), Map.of("size", List.of("l"), "count", "three"), "This is not a number.");

        assertThat(ScriptedOrchestrator.FORMS.submissions()).isEmpty();
    }

    @Test
    void aValueThatTheQuestionDoesNotPermitIsNamed() {
        ScriptedOrchestrator.FORMS.refuseValue(new InvalidValue("size", "is too large"));

        submit(open(), Map.of("size", List.of("l")), "This value is too large.");
    }

    @Test
    void anAnsweredQuestionOpensNoFormAndTakesNoSubmission() {
        JsonNode modal = open();
        ScriptedOrchestrator.FORMS.refuse(Outcome.ANSWERED);

        DiscordBot.post(BOT, DiscordBot.press(id))
                .statusCode(200)
                .body("type", equalTo(4))
                .body("data.content", equalTo("This question has already been answered."));
        submit(modal, Map.of("size", List.of("l")), "This question has already been answered.");
    }

    @Test
    void aRepeatedSubmissionHasTheSameAnswer() {
        JsonNode modal = open();
        submit(modal, Map.of("size", List.of("s")), "Your answer was accepted.");
        submit(modal, Map.of("size", List.of("s")), "Your answer was accepted.");

        assertThat(ScriptedOrchestrator.FORMS.responses())
                .extracting(FormSubmission::press)
                .extracting(ButtonPress::runId)
                .containsExactly(run);
    }

    private JsonNode open() {
        String body = DiscordBot.post(BOT, DiscordBot.press(id))
                .statusCode(200)
                .body("type", equalTo(9))
                .extract()
                .asString();
        try {
            JsonNode modal = ProtocolCodec.readTree(body.getBytes(StandardCharsets.UTF_8))
                    .path("data");
            ScriptedDiscordModal.check(modal);
            return modal;
        } catch (UndecodableException e) {
            throw new AssertionError(body, e);
        }
    }

    private static void submit(JsonNode modal, Map<String, ?> typed, String text) {
        ObjectNode submission = DiscordBot.interaction(5);
        submission.set("data", ScriptedDiscordModal.submit(modal, typed));
        DiscordBot.post(BOT, submission)
                .statusCode(200)
                .body("type", equalTo(4))
                .body("data.content", equalTo(text))
                .body("data.flags", equalTo(64));
    }
}
