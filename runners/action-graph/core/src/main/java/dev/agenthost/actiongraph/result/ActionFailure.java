package dev.agenthost.actiongraph.result;

import org.jspecify.annotations.Nullable;

/**
 * The reason why an action failed or is blocked.
 *
 * @param code stable code, such as {@code tool.failed}
 * @param message the reason, for people and for the model; it may quote the executor, so it has the visibility of the result
 * @param remedy an instruction for the model, which people are not shown; null if there is none
 */
public record ActionFailure(
        String code, String message, @Nullable String remedy) {
    /** A reason without a remedy. */
    public ActionFailure(String code, String message) {
        this(code, message, null);
    }

    /** The reason, and the remedy behind it. */
    public String messageWithRemedy() {
        return remedy == null ? message : message + " " + remedy;
    }

    /** This reason, followed by the failure of an earlier attempt. */
    ActionFailure after(ActionFailure earlier) {
        return new ActionFailure(code, message + " The last attempt had failed: " + earlier.message, remedy);
    }
}
