package dev.agenthost.gateway.bot;

import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult;
import dev.agenthost.protocol.bot.QuestionFormResult;
import java.util.concurrent.CompletionStage;

/** Fetches the forms of questions and submits them. A repetition has the same result. */
public interface QuestionFormClient {
    /** Fails if the result is not known, also within the time limit. */
    CompletionStage<QuestionFormResult> open(ButtonPress press);

    /** Fails if the result is not known, also within the time limit. */
    CompletionStage<FormSubmissionResult> submit(FormSubmission form);
}
