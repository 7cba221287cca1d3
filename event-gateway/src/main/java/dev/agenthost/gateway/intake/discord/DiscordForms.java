package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.gateway.bot.ButtonPresses;
import dev.agenthost.gateway.bot.CommandDeadline;
import dev.agenthost.gateway.bot.PressNotice;
import dev.agenthost.gateway.bot.QuestionFormClient;
import dev.agenthost.im.discord.calls.DiscordResponse;
import dev.agenthost.im.discord.form.FormValues;
import dev.agenthost.im.discord.form.QuestionForm;
import dev.agenthost.im.discord.inbound.DiscordMapping;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult;
import dev.agenthost.protocol.bot.QuestionFormResult;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Opens the forms of questions as modals, and submits them. The modal carries the key of the question, so another replica may take the
 * submission. The platform closes a modal that is submitted: what is wrong with a value is shown as a text, and the person presses the
 * button again.
 *
 * <pre>
 *  button ──► the question, from run-orchestrator ──► modal
 *                └─ answered, expired, for someone else ──► text to the person
 *  submission ──► run-orchestrator ──► text to the person
 * </pre>
 */
public final class DiscordForms {
    private static final Logger LOG = Logger.getLogger(DiscordForms.class);

    private final QuestionFormClient forms;

    public DiscordForms(QuestionFormClient forms) {
        this.forms = forms;
    }

    /** Returns the form, or the reason why it cannot be opened. Blocks. */
    DiscordResponse open(BotRegistration bot, JsonNode payload, DiscordMapping.FormPress press)
            throws InterruptedException {
        ButtonPress pressed = ButtonPresses.of(bot, press.key(), press.actorId());
        Optional<QuestionFormResult> result =
                CommandDeadline.begin().await(forms.open(pressed), failure -> notOpened(pressed, failure));
        if (result.isEmpty()) {
            return DiscordNotices.show(payload, PressNotice.FORM_AGAIN);
        }
        if (result.get().question() == null) {
            Outcome refusal = result.get().refusal();
            return DiscordNotices.show(
                    payload,
                    PressNotice.of(refusal == null ? Outcome.UNKNOWN : refusal).orElse(PressNotice.FORM_AGAIN));
        }
        return QuestionForm.render(result.get().question(), press.key())
                .<DiscordResponse>map(DiscordResponse.Modal::new)
                .orElseGet(() -> {
                    notOpened(pressed, "the form does not fit");
                    return DiscordNotices.show(payload, PressNotice.FORM_AGAIN);
                });
    }

    private static void notOpened(ButtonPress press, Object why) {
        LOG.warnf("a form is not opened: botId=%s runId=%s (%s)", press.botId(), press.runId(), why);
    }

    /** Returns the response to the submission. Blocks. */
    DiscordResponse submit(BotRegistration bot, JsonNode payload, DiscordMapping.SubmittedForm submitted)
            throws InterruptedException {
        return DiscordNotices.show(payload, notice(bot, submitted.form(), submitted.actorId()));
    }

    private PressNotice notice(BotRegistration bot, FormValues form, String actorId) throws InterruptedException {
        if (!form.noNumbers().isEmpty()) {
            return PressNotice.NO_NUMBER;
        }
        ButtonPress press = ButtonPresses.of(bot, form.key(), actorId);
        Optional<FormSubmissionResult> result = CommandDeadline.begin()
                .await(
                        forms.submit(new FormSubmission(press, form.values())),
                        failure -> LOG.warnf(
                                "a form is not submitted: botId=%s runId=%s %s", bot.botId(), press.runId(), failure));
        if (result.isEmpty()) {
            return PressNotice.AGAIN;
        }
        FormSubmissionResult.InvalidValue invalid = result.get().invalid();
        if (invalid != null) {
            return PressNotice.ofValue(invalid.why());
        }
        Outcome outcome = result.get().outcome();
        return PressNotice.of(outcome == null ? Outcome.UNKNOWN : outcome).orElse(PressNotice.ACCEPTED);
    }
}
