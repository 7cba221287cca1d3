package dev.agenthost.gateway.intake.slack;

import static dev.agenthost.gateway.intake.slack.SlackBot.interact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedForms;
import dev.agenthost.gateway.bot.ScriptedOrchestrator;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult.InvalidValue;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.topic.Topics;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.TopicConsumer;
import dev.agenthost.testkit.slack.ScriptedSlack;
import dev.agenthost.testkit.slack.SlackFault;
import dev.agenthost.testkit.slack.SlackModal;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of questions as modals, over HTTP. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(value = SlackPlatform.class, restrictToAnnotatedClass = true)
@QuarkusTestResource(value = ScriptedOrchestrator.class, restrictToAnnotatedClass = true)
class SlackFormsTest {
    private static final String BOT = "slack-forms";

    @Inject
    BotRegistry bots;

    private final RunId run = new RunId(UUID.randomUUID());
    private final ScriptedForms forms = ScriptedOrchestrator.FORMS;
    private ScriptedSlack platform;

    @BeforeEach
    void registerBot() throws IOException {
        platform = new ScriptedSlack("xoxb-1");
        ScriptedOrchestrator.status = 200;
        forms.ask(SlackBot.QUESTION);
        bots.take(SlackBot.registered(BOT, true, platform.apiUrl(), "HOOK_NOW"));
    }

    @AfterEach
    void end() {
        platform.close();
    }

    @Test
    void theButtonOpensTheFormAndItsSubmissionClosesIt() {
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            SlackModal modal = opened();
            assertThat(modal.inputs()).hasSize(2);

            submit(modal, Map.of("size", "l", "count", "3"));

            assertThat(modal.isOpen()).isFalse();
            FormSubmission submission = forms.submissions().getFirst();
            assertThat(submission.press()).isEqualTo(new ButtonPress("green", BOT, run, "token-of-it", 0, "U5"));
            assertThat(submission.values()).hasToString("{\"size\":\"l\",\"count\":3}");
            assertThat(events.untilNow())
                    .as("the event comes from run-orchestrator")
                    .isEmpty();
        }
        assertThat(platform.responses()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ANSWERED  | Size? | This question has already been answered.",
                "NOT_ASKED | 多大？ | 这个问题是问别人的。",
                "EXPIRED   | Size? | This question has expired.",
                "UNKNOWN   | 多大？ | 这个问题已不存在。"
            })
    void aPersonWhoCannotRespondSeesTheReasonAndNoForm(Outcome outcome, String question, String shown) {
        forms.refuse(outcome);

        press(platform.views().trigger(), question);

        awaitShown(shown);
        assertThat(platform.calls("views.open")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ANSWERED  | This question has already been answered.",
                "NOT_ASKED | This question is for someone else.",
                "EXPIRED   | This question has expired.",
                "UNKNOWN   | This question no longer exists."
            })
    void aSubmissionThatIsNotAcceptedSaysSoInTheModal(Outcome outcome, String shown) {
        SlackModal modal = opened();
        forms.refuse(outcome);

        submit(modal, Map.of("size", "l"));

        assertThat(modal.isOpen()).isTrue();
        assertThat(modal.text()).isEqualTo(shown);
        assertThat(modal.inputs()).isEmpty();
        assertThat(modal.view().at("/title/text").asText()).isEqualTo("Size?");
    }

    @Test
    void aRefusedValueIsShownBelowItsInputAndCanBeCorrected() {
        SlackModal modal = opened();
        forms.refuseValue(new InvalidValue("count", "must be a number"));
        submit(modal, Map.of("size", "l"));
        assertThat(modal.errors()).isEqualTo(Map.of("count", "This value must be a number."));

        forms.refuseValue(new InvalidValue("gone", "is no field of the question"));
        submit(modal, Map.of("size", "l"));
        assertThat(modal.errors()).isEqualTo(Map.of("size", "This value is no field of the question."));

        forms.refuseValue(null);
        submit(modal, Map.of("size", "l"));
        assertThat(modal.isOpen()).isFalse();
    }

    @Test
    void aTextThatIsNoNumberIsNotSubmitted() {
        SlackModal modal = opened();

        submit(modal, Map.of("size", "l", "count", "many"));

        assertThat(modal.errors()).isEqualTo(Map.of("count", "This is not a number."));
        assertThat(forms.submissions()).isEmpty();
    }

    @Test
    void aChineseFormHasChineseTexts() {
        forms.ask(SlackBot.QUESTION.replace("Size?", "多大？"));
        SlackModal modal = opened();
        submit(modal, Map.of("size", "l", "count", "many"));
        assertThat(modal.errors()).isEqualTo(Map.of("count", "这不是一个数字。"));

        forms.refuse(Outcome.EXPIRED);
        submit(modal, Map.of("size", "l"));
        assertThat(modal.text()).isEqualTo("这个问题已过期。");
    }

    @Test
    void whatIsFilledInStaysWhileRunOrchestratorIsUnavailable() {
        SlackModal modal = opened();
        ScriptedOrchestrator.status = 500;
        submit(modal, Map.of("size", "l"));
        assertThat(modal.errors()).isEqualTo(Map.of("size", "The answer could not be accepted. Please submit again."));

        press(platform.views().trigger(), "Size?");
        awaitShown("The form could not be opened. Please press again.");
    }

    @Test
    void aTriggerThatIsTooOldOrUsedOpensNothingAndSaysSo() {
        String old = platform.views().trigger();
        platform.views().expire(old);
        press(old, "Size?");
        awaitShown("The form could not be opened. Please press again.");

        String used = platform.views().trigger();
        press(used, "Size?");
        press(used, "Size?");
        awaitShown(
                "The form could not be opened. Please press again.",
                "The form could not be opened. Please press again.");
        assertThat(platform.views().modals()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid_auth", "view_too_large", "internal_error", "ratelimited"})
    void aRefusedCallIsSaid(String error) {
        platform.failNext(new SlackFault.Refusal(error));

        press(platform.views().trigger(), "多大？");

        awaitShown("表单无法打开，请再按一次。");
    }

    @Test
    void withoutATokenTheFormCannotBeOpened() {
        BotRegistration bot = SlackBot.registered(BOT, true, platform.apiUrl(), "HOOK_NOW");
        bots.take(new BotRegistration(
                BOT,
                "green",
                bot.platform(),
                BOT,
                true,
                Map.of("webhook", List.of("HOOK_NOW"), "token", List.of("NONE")),
                bot.options(),
                2,
                null));

        press(platform.views().trigger(), "Size?");

        awaitShown("The form could not be opened. Please press again.");
    }

    @Test
    void aClosedFormDoesNothing() {
        SlackModal modal = opened();
        ObjectNode closed = modal.submission("U5", Map.of("size", "l")).put("type", "view_closed");
        try (TopicConsumer events = TopicConsumer.fromNow(Topics.EVENTS)) {
            interact(BOT, closed).statusCode(200).body(equalTo(""));
            assertThat(events.untilNow()).isEmpty();
        }
        assertThat(forms.submissions()).isEmpty();
    }

    @Test
    void ofSubmissionsAtOnceOneIsTheResponse() throws Exception {
        SlackModal modal = opened();
        List<Future<JsonNode>> answers = new ArrayList<>();
        try (ExecutorService persons = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                String size = i % 2 == 0 ? "s" : "l";
                answers.add(persons.submit(() -> answer(modal, Map.of("size", size))));
            }
        }
        int accepted = 0;
        for (Future<JsonNode> answer : answers) {
            accepted += answer.get().isMissingNode() ? 1 : 0;
        }
        assertThat(accepted).isEqualTo(4);
        assertThat(forms.responses()).hasSize(1);
        assertThat(forms.submissions()).hasSize(8);
    }

    private SlackModal opened() {
        int before = platform.views().modals().size();
        press(platform.views().trigger(), "Size?");
        assertThat(platform.views().modals()).hasSize(before + 1);
        return platform.views().modals().getLast();
    }

    private void press(String trigger, String question) {
        String key = new ButtonKey(run, 0, "token-of-it").text().orElseThrow();
        interact(BOT, SlackBot.formPress(key, question, platform.responseUrl(), trigger))
                .statusCode(200)
                .body(equalTo(""));
    }

    private static void submit(SlackModal modal, Map<String, Object> values) {
        modal.respond(answer(modal, values));
    }

    private static JsonNode answer(SlackModal modal, Map<String, Object> values) {
        byte[] body = interact(BOT, modal.submission("U5", values))
                .statusCode(200)
                .extract()
                .asByteArray();
        return SlackBot.json(new String(body, StandardCharsets.UTF_8));
    }

    private void awaitShown(String... texts) {
        Callable<Boolean> isShown = () -> platform.responses().equals(List.of(texts));
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(isShown);
    }
}
