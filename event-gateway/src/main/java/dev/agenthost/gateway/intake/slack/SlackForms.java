package dev.agenthost.gateway.intake.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.bot.CommandDeadline;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.gateway.bot.QuestionFormClient;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.form.ModalResponse;
import dev.agenthost.im.slack.form.ModalSubmission;
import dev.agenthost.im.slack.form.QuestionModal;
import dev.agenthost.im.slack.inbound.SlackMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult;
import dev.agenthost.protocol.bot.QuestionFormResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Opens the forms of questions as modals, and submits them. The modal carries the key of the question, so another replica may take the
 * submission.
 *
 * <pre>
 *  button ──► the question, from run-orchestrator ──► views.open
 *                └─ answered, expired, for someone else ──► text to the person
 *  submission ──► run-orchestrator ──► accepted: the modal closes
 *                └─ value not accepted ──► text below its input
 *                └─ answered, expired, for someone else ──► text in the place of the form
 * </pre>
 */
public final class SlackForms {
    private static final Logger LOG = Logger.getLogger(SlackForms.class);

    private final QuestionFormClient forms;
    private final SlackClient client;
    private final BotTokens tokens;
    private final SlackPressReplies replies;

    public SlackForms(QuestionFormClient forms, SlackClient client, BotTokens tokens, SlackPressReplies replies) {
        this.forms = forms;
        this.client = client;
        this.tokens = tokens;
        this.replies = replies;
    }

    /**
     * Opens the form, or shows the person why it cannot be opened. Blocks.
     *
     * @param interaction the payload of the pressed button
     */
    void open(BotRegistration bot, JsonNode interaction, SlackMapping.FormPress press) throws InterruptedException {
        CommandDeadline deadline = CommandDeadline.begin();
        Optional<QuestionFormResult> result = deadline.await(
                forms.open(ButtonPresses.of(bot, press.key(), press.actorId())),
                failure -> notOpened(bot, press, failure));
        PressNotice notice = result.isEmpty() ? PressNotice.FORM_AGAIN : show(bot, press, result.get(), deadline);
        if (notice != null) {
            replies.show(bot, interaction, notice);
        }
    }

    /** Returns null once the person sees the form. */
    private @Nullable PressNotice show(
            BotRegistration bot, SlackMapping.FormPress press, QuestionFormResult result, CommandDeadline deadline)
            throws InterruptedException {
        if (result.question() == null) {
            return PressNotice.of(result.refusal() == null ? Outcome.UNKNOWN : result.refusal())
                    .orElse(PressNotice.FORM_AGAIN);
        }
        String token = tokens.of(bot);
        Optional<ObjectNode> view = QuestionModal.render(result.question(), press.key());
        if (token == null || view.isEmpty()) {
            notOpened(
                    bot,
                    press,
                    token == null ? "no Bot User OAuth Token of the bot is configured" : "the form does not fit");
            return PressNotice.FORM_AGAIN;
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("trigger_id", press.triggerId());
        body.set("view", view.get());
        Optional<CallOutcome> outcome = deadline.await(
                client.call(SlackApp.of(bot.options(), token), QuestionModal.OPEN, body, () -> true)
                        .subscribeAsCompletionStage(),
                failure -> notOpened(bot, press, failure));
        if (outcome.isPresent() && outcome.get() instanceof CallOutcome.Accepted) {
            return null;
        }
        outcome.ifPresent(refused -> notOpened(bot, press, refused));
        return PressNotice.FORM_AGAIN;
    }

    private static void notOpened(BotRegistration bot, SlackMapping.FormPress press, Object why) {
        LOG.warnf(
                "a form is not opened: botId=%s runId=%s (%s)",
                bot.botId(), press.key().runId(), why);
    }

    /** Returns the response to the submission; null to close the form. Blocks. */
    @Nullable
    ObjectNode submit(BotRegistration bot, JsonNode interaction, SlackMapping.SubmittedForm submitted)
            throws InterruptedException {
        ModalSubmission form = submitted.form();
        if (!form.noNumbers().isEmpty()) {
            Map<String, String> errors = new HashMap<>();
            form.noNumbers().forEach(field -> errors.put(field, PressNotice.NO_NUMBER.text(form.isChinese())));
            return ModalResponse.errors(errors);
        }
        ButtonPress press = ButtonPresses.of(bot, form.key(), submitted.actorId());
        Optional<FormSubmissionResult> result = CommandDeadline.begin()
                .await(
                        forms.submit(new FormSubmission(press, form.values())),
                        failure -> LOG.warnf(
                                "a form is not submitted: botId=%s runId=%s %s", bot.botId(), press.runId(), failure));
        if (result.isEmpty()) {
            return error(form, "", PressNotice.SUBMIT_AGAIN);
        }
        FormSubmissionResult.InvalidValue invalid = result.get().invalid();
        if (invalid != null) {
            return error(form, invalid.fieldId(), PressNotice.ofValue(invalid.why()));
        }
        Outcome outcome = result.get().outcome();
        return PressNotice.of(outcome == null ? Outcome.UNKNOWN : outcome)
                .map(notice -> ModalResponse.notice(
                        interaction.at("/view/title/text").asText(), notice.text(form.isChinese()), form.isChinese()))
                .orElse(null);
    }

    /** An error that is of no input of the form is shown below the first. */
    private static ObjectNode error(ModalSubmission form, String fieldId, PressNotice notice) {
        String text = notice.text(form.isChinese());
        return form.fieldIds().isEmpty()
                ? ModalResponse.notice("", text, form.isChinese())
                : ModalResponse.errors(Map.of(
                        form.fieldIds().contains(fieldId)
                                ? fieldId
                                : form.fieldIds().getFirst(),
                        text));
    }
}
