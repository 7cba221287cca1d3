package dev.agenthost.protocol.bot;

import dev.agenthost.protocol.bot.ButtonPressResult.Outcome;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link FormSubmission}; the same submission again has the same result.
 *
 * @param outcome null if a value is not accepted
 * @param invalid the first value that is not accepted; the question stays open. Null otherwise
 */
public record FormSubmissionResult(
        @Nullable Outcome outcome, @Nullable InvalidValue invalid) {
    /**
     * A value that the question does not permit.
     *
     * @param fieldId the id of the field
     * @param why the rest of a sentence that begins with the field
     */
    public record InvalidValue(String fieldId, String why) {
        public InvalidValue {
            Fields.text(fieldId, "field_id");
            Fields.text(why, "why");
        }
    }

    public FormSubmissionResult {
        if ((outcome == null) == (invalid == null)) {
            throw new InvalidFieldException("outcome", "must be there if and only if `invalid` is not");
        }
    }
}
