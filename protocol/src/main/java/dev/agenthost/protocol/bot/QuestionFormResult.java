package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.result.InteractionRequest;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link ButtonPress} that opens the form of a question. It stores nothing.
 *
 * @param refusal the reason why the person cannot respond; null if the form may be opened
 * @param question null if there is a refusal
 */
public record QuestionFormResult(
        @Nullable Outcome refusal, @Nullable InteractionRequest question) {
    public QuestionFormResult {
        if ((refusal == null) == (question == null) || refusal == Outcome.ACCEPTED) {
            throw new InvalidFieldException("refusal", "must be there if and only if `question` is not");
        }
    }
}
