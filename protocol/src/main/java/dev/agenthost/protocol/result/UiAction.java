package dev.agenthost.protocol.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One action as a user interface shows it. The fields are stable.
 *
 * @param id unique in its graph, at most 255 characters
 * @param title short label, at most 1,000 characters
 * @param description the work of the action, at most 4,000 characters; null if it has none
 * @param status status
 * @param dependsOn ids of the actions that end before this one starts
 * @param resultSummary result, or reason of its absence, at most {@value #MAX_SUMMARY} characters; null before the end, and if the user
 *     may not read it
 * @param detailsRef the stored output, at most 1,000 characters; null if there is none, or the user may not read it
 * @param skipped true for a cancelled action that the graph does without; absent on the wire: false
 */
public record UiAction(
        String id,
        String title,
        @Nullable String description,
        UiStatus status,
        List<String> dependsOn,
        @Nullable String resultSummary,
        @Nullable String detailsRef,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean skipped) {
    public static final int MAX_SUMMARY = 500;
    public static final int MAX_DESCRIPTION = 4_000;

    public UiAction {
        Fields.text(id, 255, "id");
        Fields.text(title, 1000, "title");
        optional(description, MAX_DESCRIPTION, "description");
        Fields.required(status, "status");
        dependsOn = Fields.list(dependsOn, UiProjection.MAX_ACTIONS, "depends_on");
        optional(resultSummary, MAX_SUMMARY, "result_summary");
        optional(detailsRef, 1000, "details_ref");
        if (skipped && status != UiStatus.CANCELED) {
            throw new InvalidFieldException("skipped", "belongs to an action with the status canceled only");
        }
    }

    /** An action that is not skipped. */
    public UiAction(
            String id,
            String title,
            @Nullable String description,
            UiStatus status,
            List<String> dependsOn,
            @Nullable String resultSummary,
            @Nullable String detailsRef) {
        this(id, title, description, status, dependsOn, resultSummary, detailsRef, false);
    }

    static void optional(@Nullable String text, int most, String field) {
        if (text != null && text.length() > most) {
            throw new InvalidFieldException(field, "must have at most " + most + " characters");
        }
    }
}
